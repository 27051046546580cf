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

const all = Object.keys(names) as Aggregate[];
const ofDistributions: Aggregate[] = ['count', 'sum', 'avg', 'quantile'];

/** What the points of a metric are. */
export type MetricType = NonNullable<SelectItem['metricType']>;

/** The types of metrics, in the order in which they are offered. */
export const metricTypes: MetricType[] = ['gauge', 'sum', 'histogram', 'exponential histogram', 'summary'];

/** Says whether a text names a function. */
export function isAggregate(text: unknown): text is Aggregate {
  return all.includes(text as Aggregate);
}

/** The functions that events have, or metrics of a type. */
function aggregatesOf(type: MetricType | null): Aggregate[] {
  if (type === null) return all.filter((one) => one !== 'increase');
  if (type === 'sum') return all.filter((one) => one !== 'none');
  if (type === 'gauge') return all.filter((one) => one !== 'none' && one !== 'increase');
  return ofDistributions;
}

/** The functions to choose from, with the one that is chosen even where it does not fit. */
export function aggregateChoices(type: MetricType | null, chosen: Aggregate): { value: Aggregate; label: string }[] {
  const offered = aggregatesOf(type);
  const listed = offered.includes(chosen) ? offered : [...offered, chosen];
  return listed.map((value) => ({ value, label: names[value] }));
}

/** The function itself where metrics of a type have it, or else one that they do have. */
export function fitting(aggregate: Aggregate, type: MetricType): Aggregate {
  if (aggregatesOf(type).includes(aggregate)) return aggregate;
  return type === 'gauge' || type === 'sum' ? 'avg' : 'quantile';
}

/** What a function is called. */
export function aggregateName(aggregate: Aggregate): string {
  return names[aggregate];
}
