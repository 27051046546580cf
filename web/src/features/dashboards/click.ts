import type { Dashboard, OnClick, Source } from '../../api/stack.gen';
import type { TimeRange } from '../../time/range';
import { groupFilter, type Address } from '../drill/address';
import { readState, writeState } from '../search/state';
import { choicesFor } from './address';

/** A row of a table by the names of its columns. */
export type NamedRow = Record<string, string>;

/** Where a click may lead to. */
export interface Reachable {
  sources: Source[];
  dashboards: Dashboard[];
}

/** Where a click on a row leads: a page of ours, or an address of the web. */
export type Destination = Address | { href: string };

/** Writes the cells of a row into a template, each where its column is named, as in `{{ServiceName}}`. */
function filled(template: string, row: NamedRow, write: (cell: string) => string = String): string {
  return template.replaceAll(/\{\{\s*(.+?)\s*\}\}/g, (_, name: string) => write(row[name] ?? ''));
}

/** Where a tile's own link leads from a row; null when there is no such place. */
export function destinationOf(
  click: OnClick,
  row: NamedRow,
  reachable: Reachable,
  range: TimeRange,
): Destination | null {
  if (click.type === 'external') return webAddress(filled(click.urlTemplate ?? '', row, encodeURIComponent));
  const things: { id: string; name: string }[] = click.type === 'search' ? reachable.sources : reachable.dashboards;
  const wanted = filled(click.target?.template ?? '', row);
  const found = things.find(({ id, name }) => (click.target?.mode === 'id' ? id === click.target.id : name === wanted));
  if (found === undefined) return null;
  return click.type === 'search'
    ? searchAt(click, row, found.id, range)
    : boardAt(click, row, found as Dashboard, range);
}

/** A script is no address, also where a column's value made it one. */
function webAddress(href: string): Destination | null {
  const url = URL.parse(href, location.origin);
  return url === null || !/^https?:$/.test(url.protocol) ? null : { href: url.href };
}

function partsOf({ filters }: OnClick, row: NamedRow) {
  return (filters ?? []).map(({ expression, template }) => ({ expression, value: filled(template, row) }));
}

function searchAt(click: OnClick, row: NamedRow, source: string, range: TimeRange): Address {
  const state = {
    ...readState({}),
    source,
    q: filled(click.whereTemplate ?? '', row),
    lang: click.whereLanguage ?? ('lucene' as const),
    filters: partsOf(click, row).map((part) => groupFilter(part)),
  };
  return { to: '/search', search: writeState({ ...range }, state) };
}

/** The filters of a dashboard are chosen by what they filter. */
function boardAt(click: OnClick, row: NamedRow, board: Dashboard, range: TimeRange): Address {
  const chosen = partsOf(click, row).flatMap(({ expression, value }) =>
    (board.filters ?? [])
      .filter((filter) => filter.expression === expression)
      .map(({ id }): [string, string[]] => [id ?? '', [value]]),
  );
  const q = filled(click.whereTemplate ?? '', row);
  const filters = choicesFor(Object.fromEntries(chosen));
  return { to: `/dashboards/${board.id}`, search: { ...range, ...(q !== '' && { q }), ...(filters && { filters }) } };
}
