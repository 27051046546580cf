import type { Source } from '../../api/stack.gen';
import type { Order } from '../../components/sort';
import { readOrder, writeOrder } from './order';
import type { Filter, Language } from './where';

/** What the address of the search page holds besides the time range. */
export interface SearchState {
  /** Id of the source; empty for the first one that can be searched. */
  source: string;
  q: string;
  lang: Language;
  filters: Filter[];
  /** SQL expressions of the columns; none for those of the source. */
  cols: string[];
  /** What the rows are ordered by; null for their time, newest first. */
  order: Order | null;
  isLive: boolean;
  /** The time of the row that is open; empty for none. */
  row: string;
  /** What is shown of it. */
  tab: RowTab;
  /** The time of the row near it that is open in front of it; empty for none. */
  near: string;
}

const rowTabs = ['details', 'around', 'trace'] as const;
export type RowTab = (typeof rowTabs)[number];

const filtersMax = 50;
const columnsMax = 30;

/** Reads the state out of an address; whatever is broken is left out. */
export function readState(search: Record<string, unknown>): SearchState {
  return {
    source: text(search.source),
    q: typeof search.q === 'number' ? String(search.q) : text(search.q),
    lang: search.lang === 'sql' ? 'sql' : 'lucene',
    filters: list(search.filters).filter(isFilter).slice(0, filtersMax),
    cols: list(search.cols)
      .filter((column) => typeof column === 'string')
      .slice(0, columnsMax),
    order: readOrder(text(search.sort)),
    isLive: String(search.live) === '1',
    row: text(search.row),
    tab: rowTabs.find((tab) => tab === search.tab) ?? 'details',
    near: text(search.near),
  };
}

/** Writes the state into an address, without what is as usual. */
export function writeState(before: Record<string, unknown>, state: SearchState): Record<string, unknown> {
  const { from, to } = before;
  return clean({
    from,
    to,
    source: state.source,
    q: state.q,
    lang: state.lang === 'sql' ? 'sql' : undefined,
    filters: state.filters,
    cols: state.cols,
    sort: writeOrder(state.order),
    live: state.isLive ? 1 : undefined,
    row: state.row,
    ...(state.row !== '' && { tab: state.tab === 'details' ? '' : state.tab, near: state.near }),
  });
}

/**
 * Says whether a change is not worth a step of the history: rows that are opened
 * one after another must not fill it. A row near the open one is left by going back.
 */
export function isPassing(part: Partial<SearchState>): boolean {
  const isAboutRow = Object.keys(part).every((key) => key === 'row' || key === 'tab' || key === 'near');
  return isAboutRow && (part.near ?? '') === '';
}

function clean(search: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFilter(value: unknown): value is Filter {
  if (typeof value !== 'object' || value === null) return false;
  const filter = value as Partial<Filter>;
  const areTexts = typeof filter.field === 'string' && typeof filter.expression === 'string';
  return (
    areTexts &&
    isRange(filter.range) &&
    Array.isArray(filter.values) &&
    filter.values.every((one) => typeof one === 'string')
  );
}

function isRange(range: unknown): boolean {
  return (
    range === undefined ||
    (typeof range === 'object' && range !== null && Object.values(range).every((end) => Number.isFinite(end)))
  );
}

/** The sources that have rows to search for. */
export function searchable(sources: Source[]): Source[] {
  return sources.filter(({ kind, disabled }) => (kind === 'log' || kind === 'trace') && !disabled);
}
