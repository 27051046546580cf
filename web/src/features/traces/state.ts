import type { TimeSpan } from '../../time/range';
import { readState } from '../search/state';
import { only, toggle, type Filter, type Language } from '../search/where';

export const orders = ['newest', 'oldest', 'slowest', 'fastest'] as const;
export type TraceOrder = (typeof orders)[number];

/** Which spans a trace is found by: any of them, or the one that begins it. */
export type SpanScope = 'all' | 'root';

/** What the address of the trace explorer holds besides the time range. */
export interface TracesState {
  q: string;
  lang: Language;
  filters: Filter[];
  /** The columns of the list; none for the usual ones. */
  cols: string[];
  order: TraceOrder;
  /** Null for what follows from the conditions. */
  scope: SpanScope | null;
  /** The shortest and the longest duration in milliseconds, 0 for any. */
  minMs: number;
  maxMs: number;
  /** The part of the time range that is selected in the heatmap; null for all of it. */
  part: TimeSpan | null;
  /** The selected spans are compared with the rest. */
  isCompared: boolean;
}

const onlyErrors = only('StatusCode', 'Error');

/** Reads the state out of an address; whatever is broken is left out. */
export function readTraces(search: Record<string, unknown>): TracesState {
  const { q, lang, filters, cols } = readState(search);
  return {
    q,
    lang,
    filters: [...filters, ...shortFilters(search)],
    cols,
    order: orders.find((order) => order === search.order) ?? 'newest',
    scope: search.spans === 'root' || search.spans === 'all' ? search.spans : null,
    minMs: positive(search.minMs),
    maxMs: positive(search.maxMs),
    part: readPart(search),
    isCompared: String(search.compare) === 'true',
  };
}

/** Links of other pages name a service, or ask for errors, in a word. */
function shortFilters({ service, errors }: Record<string, unknown>): Filter[] {
  const filters: Filter[] = [];
  if (typeof service === 'string' && service !== '') filters.push(only('ServiceName', service));
  if (String(errors) === 'true') filters.push(onlyErrors);
  return filters;
}

function positive(value: unknown): number {
  return Number(value) > 0 && Number.isFinite(Number(value)) ? Number(value) : 0;
}

function readPart({ partFrom, partTo }: Record<string, unknown>): TimeSpan | null {
  const [start, end] = [Date.parse(String(partFrom)), Date.parse(String(partTo))];
  return start < end ? { start, end } : null;
}

/** Writes the state into an address, without what is as usual. */
export function writeTraces(before: Record<string, unknown>, state: TracesState): Record<string, unknown> {
  const { from, to } = before;
  const parts = {
    from,
    to,
    q: state.q,
    lang: state.lang === 'sql' ? 'sql' : '',
    filters: state.filters,
    cols: state.cols,
    order: state.order === 'newest' ? '' : state.order,
    spans: state.scope ?? '',
    minMs: state.minMs,
    maxMs: state.maxMs,
    partFrom: state.part === null ? '' : new Date(state.part.start).toISOString(),
    partTo: state.part === null ? '' : new Date(state.part.end).toISOString(),
    compare: state.isCompared ? 'true' : '',
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => !isUsual(value)));
}

function isUsual(value: unknown): boolean {
  return value === undefined || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** Says whether only errors are asked for. */
export function isOnlyErrors({ filters }: TracesState): boolean {
  return filters.some(
    ({ field, values, isExcluding }) => field === 'StatusCode' && !isExcluding && values.includes('Error'),
  );
}

/** Asks for errors only, or no longer. */
export function toggleErrors(filters: Filter[]): Filter[] {
  return toggle(filters, onlyErrors, 'Error');
}

/** Nothing of the heatmap is selected. */
export const unselected = { minMs: 0, maxMs: 0, part: null, isCompared: false };

/** Says whether a part of the heatmap is selected. */
export function hasSelection({ minMs, maxMs, part }: TracesState): boolean {
  return minMs > 0 || maxMs > 0 || part !== null;
}

/** Says whether anything narrows the list besides the time range. */
export function isNarrowed(state: TracesState): boolean {
  return state.q.trim() !== '' || state.filters.length > 0 || hasSelection(state);
}

/** Says whether traces are found, or ordered, by how long spans took. */
export function isByDuration({ order, minMs, maxMs }: TracesState): boolean {
  return order === 'slowest' || order === 'fastest' || minMs > 0 || maxMs > 0;
}

/** Which spans are asked for: without any condition those that begin traces are enough. */
export function scopeOf(state: TracesState): SpanScope {
  const { q, filters, minMs, maxMs } = state;
  const hasCondition = q.trim() !== '' || filters.length > 0 || minMs > 0 || maxMs > 0;
  return state.scope ?? (hasCondition ? 'all' : 'root');
}
