import type { SelectItem } from '../../api/stack.gen';
import { usualLevel, type MetricChoice } from '../metrics/choice';
import type { DisplayType, TileConfig } from './types';

/** The types in the order in which the editor offers them. */
export const displayTypes: DisplayType[] = [
  'line',
  'stacked_bar',
  'number',
  'table',
  'bar',
  'pie',
  'heatmap',
  'search',
  'event_patterns',
  'markdown',
];

/** The types that are drawn from series. */
const charts: DisplayType[] = ['line', 'stacked_bar', 'number', 'table', 'bar', 'pie'];

/** A tile of a type as it starts. */
export function freshConfig(displayType: DisplayType, sourceId: string): TileConfig {
  switch (displayType) {
    case 'markdown':
      return { displayType, markdown: '' };
    case 'search':
    case 'event_patterns':
      return { displayType, sourceId, select: '', where: '', whereLanguage: 'lucene' };
    case 'heatmap':
      return { displayType, sourceId, select: [{ valueExpression: 'Duration' }], where: '', whereLanguage: 'lucene' };
    default:
      return { displayType, sourceId, select: [{ aggFn: 'count', where: '', whereLanguage: 'lucene' }], groupBy: '' };
  }
}

/** The tile as another type, with what both types have. */
export function retyped(config: TileConfig, displayType: DisplayType): TileConfig {
  if (charts.includes(displayType) && charts.includes(config.displayType) && config.configType === undefined)
    return pruned({ ...config, displayType });
  const fresh = freshConfig(displayType, config.sourceId ?? '');
  return config.where !== undefined && fresh.where !== undefined
    ? { ...fresh, where: config.where, whereLanguage: config.whereLanguage ?? 'lucene' }
    : fresh;
}

/** The fields that each type of chart may have besides those of all. */
const fieldsOf: Partial<Record<DisplayType, (keyof TileConfig)[]>> = {
  line: [
    'groupBy',
    'asRatio',
    'formulas',
    'showOperandSeries',
    'alignDateRangeToGranularity',
    'fillNulls',
    'seriesLimit',
    'compareToPreviousPeriod',
    'fitYAxisToData',
  ],
  stacked_bar: [
    'groupBy',
    'asRatio',
    'formulas',
    'showOperandSeries',
    'alignDateRangeToGranularity',
    'fillNulls',
    'seriesLimit',
  ],
  table: [
    'groupBy',
    'having',
    'orderBy',
    'asRatio',
    'formulas',
    'showOperandSeries',
    'groupByColumnsOnLeft',
    'onClick',
  ],
  number: ['formulas', 'color', 'colorRules', 'backgroundChart'],
  pie: ['groupBy', 'orderBy', 'limit'],
  bar: ['groupBy', 'orderBy', 'limit'],
};
const common: (keyof TileConfig)[] = ['displayType', 'sourceId', 'select', 'numberFormat'];

/** The config without fields that its type does not have; the server refuses those. */
export function pruned(config: TileConfig): TileConfig {
  const allowed = fieldsOf[config.displayType];
  if (allowed === undefined || config.configType !== undefined) return config;
  const kept = Object.entries(config).filter(
    ([field, value]) => value !== undefined && [...common, ...allowed].includes(field as keyof TileConfig),
  );
  const one = Object.fromEntries(kept) as unknown as TileConfig;
  const isSingle =
    config.displayType === 'pie' ||
    config.displayType === 'bar' ||
    (config.displayType === 'number' && (config.formulas ?? []).length === 0);
  return isSingle && Array.isArray(one.select) ? { ...one, select: one.select.slice(0, 1) as SelectItem[] } : one;
}

/** How many series a type takes. */
export function seriesMaxOf(displayType: DisplayType): number {
  return displayType === 'pie' || displayType === 'bar' || displayType === 'number' ? 1 : 20;
}

/** A series with another function; what the function does not take is left out. */
export function withFunction(item: SelectItem, aggFn: SelectItem['aggFn']): SelectItem {
  const { level: _level, valueExpression, ...rest } = item;
  return {
    ...rest,
    aggFn,
    ...(aggFn !== 'count' && {
      valueExpression: item.metricName === undefined ? (valueExpression ?? '') : metricValue,
    }),
    ...(aggFn === 'quantile' && { level: item.level ?? usualLevel }),
  };
}

/** What functions of a metric are taken of. */
const metricValue = 'Value';

/** A series of a metric that was chosen, with the function that fits it. */
export function withMetric(item: SelectItem, { metricName, metricType, fn }: MetricChoice): SelectItem {
  const { valueExpression: _field, level: _level, ...rest } = item;
  return withFunction({ ...rest, metricName, metricType }, fn);
}

/** Says whether a tile can be shown: each series has what its function needs, and names its metric. */
export function isComplete(config: TileConfig, isMetric: boolean): boolean {
  if (config.configType === 'sql') return (config.sqlTemplate ?? '').trim() !== '';
  if (config.displayType === 'markdown') return true;
  if ((config.sourceId ?? '') === '') return false;
  if (config.displayType === 'search' || config.displayType === 'event_patterns') return true;
  const items = Array.isArray(config.select) ? config.select : [];
  return items.length > 0 && items.every((item) => !(isMetric && isNameless(item)) && hasValue(item));
}

function isNameless(item: SelectItem | object): boolean {
  return !('metricName' in item) || (item.metricName ?? '') === '';
}

function hasValue(item: SelectItem | { valueExpression: string }): boolean {
  return ('aggFn' in item && item.aggFn === 'count') || (item.valueExpression ?? '').trim() !== '';
}
