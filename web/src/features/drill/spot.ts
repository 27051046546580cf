import type { SelectItem, Source, TileColumn, TileContent } from '../../api/stack.gen';
import { seriesWords } from '../../charting/words';
import type { TimeRange } from '../../time/range';
import { columnsOf } from '../dashboards/cells';
import type { Scope } from '../dashboards/scope';
import { isChart, type TileConfig } from '../dashboards/types';
import { headOf } from '../search/columns';
import {
  hasEvents,
  isNamed,
  rowsOf,
  searchFor,
  whyNoSearch,
  type Address,
  type Condition,
  type GroupPart,
} from './address';

/** A number that is shown: of what it is, and when. */
export interface Spot {
  /** What tells it apart from others, such as `shop, 14:03`. */
  name: string;
  /** The number as it is written; null for all numbers of a series, none of which stands for the others. */
  text: string | null;
  config: TileConfig;
  /** The column that it stands in; undefined where a tile has no series. */
  column?: Pick<TileColumn, 'series'> | undefined;
  group: GroupPart[];
  /** The time that it is about. */
  range: TimeRange;
  /** What the rows behind it must meet besides. */
  condition?: Condition;
}

/** A way from a number to what is behind it. */
export interface Way {
  name: string;
  address: Address;
}

/** A way that there is none of, and why. */
export interface NoWay {
  name: string;
  address: null;
  reason: string;
}

/** The values of a row's groups, with what they are values of. */
export function groupOf(content: TileContent, values: string[]): GroupPart[] {
  return columnsOf(content, 'group').map(({ name: expression }, at) => ({ expression, value: values[at] ?? '' }));
}

/** The series that a number is made of: one, or all where it is computed. */
function itemsOf({ config, column }: Spot): (SelectItem | undefined)[] {
  if (!isChart(config)) return [undefined];
  return column?.series === undefined ? config.select : [config.select[column.series]];
}

/** The searches for the events behind a number, one for each series that it is made of. */
export function eventWays(spot: Spot, scope: Scope, source: Source | undefined): (Way | NoWay)[] {
  if (!hasEvents(source)) return [];
  const items = itemsOf(spot);
  return items.map((item) => {
    const own = rowsOf(spot.config, item, spot.group, scope);
    const more = spot.condition === undefined ? [] : [spot.condition];
    const rows = { ...own, conditions: [...own.conditions, ...more] };
    const name = items.length > 1 && item ? `Show events: ${seriesWords(item)}` : 'Show events';
    const address = searchFor(rows, spot.range);
    return address === null ? { name, address, reason: whyNoSearch(rows) ?? '' } : { name, address };
  });
}

/** The traces behind a number of spans; null where no condition of one language finds them. */
export function traceWay(spot: Spot, scope: Scope, source: Source | undefined): Way | null {
  if (source?.kind !== 'trace') return null;
  const [way] = eventWays(spot, scope, source);
  if (way === undefined || way.address === null) return null;
  const { source: _, ...search } = way.address.search;
  return { name: 'Show traces', address: { to: '/traces', search } };
}

/** What a page can be kept to, in words: the value alone where there is one field, else with its field. */
export function narrowings(group: GroupPart[]): { part: GroupPart; words: string }[] {
  const named = group.filter(({ expression }) => isNamed(expression));
  return named.map((part) => {
    const value = part.value === '' ? '(empty)' : part.value;
    return { part, words: named.length > 1 ? `${headOf(part.expression)}: ${value}` : value };
  });
}
