import type { PromQLExpression } from '../../api/stack.gen';
import { isPromType, type DisplayType, type PromConfig, type PromConfigOf, type PromType } from './types';

/** How many queries a tile takes. */
export const promQueriesMax = 20;

/** A tile in PromQL as it starts. */
export function freshProm(displayType: DisplayType): PromConfig {
  const type = isPromType(displayType) ? displayType : 'line';
  return { configType: 'promql', displayType: type, queries: [{ expression: '' }] } as PromConfig;
}

/** The fields that every tile over time may have. */
export const timeFields = [
  'alignDateRangeToGranularity',
  'fillNulls',
  'seriesLimit',
  'yAxis',
  'rightYAxis',
  'thresholdLines',
  'legend',
  'exemplars',
] as const;

/** The fields that each type may have besides those of all. */
const fieldsOf: { [Type in PromType]: readonly (keyof PromConfigOf<Type>)[] } = {
  line: [...timeFields, 'compareToPreviousPeriod', 'fitYAxisToData'],
  stacked_bar: [...timeFields, 'shape'],
  table: ['onClick'],
  number: ['color', 'colorRules'],
  pie: [],
  bar: [],
  heatmap: [],
};
const common: (keyof PromConfig)[] = ['configType', 'displayType', 'sourceId', 'queries', 'numberFormat', 'timeShift'];

/** The config without fields that its type does not have; the server refuses those. */
export function prunedProm<Config extends PromConfig>(config: Config): Config {
  const allowed: string[] = [...common, ...fieldsOf[config.displayType]];
  const kept = Object.entries(config).filter(([field, value]) => value !== undefined && allowed.includes(field));
  const queries = config.queries.map((query) => prunedQuery(query, isRanged(config)));
  return { ...(Object.fromEntries(kept) as Config), queries };
}

function prunedQuery({ expression, legend = '', instant }: PromQLExpression, isOverTime: boolean): PromQLExpression {
  return { expression, ...(legend !== '' && { legend }), ...(isOverTime && instant === true && { instant }) };
}

/** Says whether the queries of a tile are evaluated over the time range rather than at its end. */
export function isRanged({ displayType }: PromConfig): boolean {
  return displayType === 'line' || displayType === 'stacked_bar' || displayType === 'heatmap';
}

/** Says whether every query of a tile has an expression. */
export function isWholeProm({ queries }: PromConfig): boolean {
  return queries.length > 0 && queries.every(({ expression }) => expression.trim() !== '');
}

/** The letter of a query, which tells it from others. */
export function queryLetter(at: number): string {
  return String.fromCodePoint(65 + at);
}
