import type { SelectItem } from '../api/stack.gen';

/** How the rows of a bucket become a number. */
export type Aggregate = SelectItem['aggFn'];

/** What the functions are called, in the order in which they are offered. */
const names: Record<Aggregate, string> = {
  count: 'Count',
  sum: 'Sum',
  avg: 'Average',
  min: 'Minimum',
  max: 'Maximum',
  quantile: 'Quantile',
  count_distinct: 'Distinct values',
  last_value: 'Last value',
  any: 'Any value',
  increase: 'Increase',
  none: 'Custom expression',
};

/** The functions of charts and tiles. */
export const aggregates = (Object.keys(names) as Aggregate[]).map((value) => ({ value, label: names[value] }));

/** What a function is called. */
export function aggregateName(aggregate: Aggregate): string {
  return names[aggregate];
}
