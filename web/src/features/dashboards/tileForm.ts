import type { SelectItem } from '../../api/stack.gen';
import { unreachable } from '../../exhaustive';
import { keepsUnit, unitFormat } from '../../charting/format';
import { usualLevel, type MetricChoice } from '../metrics/choice';
import {
  isChart,
  isChartType,
  sourceIdOf,
  type ChartConfig,
  type ChartType,
  type ConfigOf,
  type DisplayType,
  type TileConfig,
} from './types';

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

const anything = { where: '', whereLanguage: 'lucene' as const };
const events: SelectItem[] = [{ aggFn: 'count', ...anything }];

/** How a tile of each type starts. */
const fresh: { [Type in DisplayType]: (sourceId: string) => ConfigOf<Type> } = {
  line: (sourceId) => ({ displayType: 'line', sourceId, select: events, groupBy: '' }),
  stacked_bar: (sourceId) => ({ displayType: 'stacked_bar', sourceId, select: events, groupBy: '' }),
  table: (sourceId) => ({ displayType: 'table', sourceId, select: events, groupBy: '' }),
  number: (sourceId) => ({ displayType: 'number', sourceId, select: events }),
  pie: (sourceId) => ({ displayType: 'pie', sourceId, select: events, groupBy: '' }),
  bar: (sourceId) => ({ displayType: 'bar', sourceId, select: events, groupBy: '' }),
  heatmap: (sourceId) => ({
    displayType: 'heatmap',
    sourceId,
    select: [{ valueExpression: 'Duration' }],
    ...anything,
  }),
  search: (sourceId) => ({ displayType: 'search', sourceId, select: '', ...anything }),
  event_patterns: (sourceId) => ({ displayType: 'event_patterns', sourceId, select: '', ...anything }),
  markdown: () => ({ displayType: 'markdown', markdown: '' }),
};

/** How large tiles of a type are when they are new. */
export const sizes: Record<DisplayType, { w: number; h: number }> = {
  line: { w: 12, h: 8 },
  stacked_bar: { w: 12, h: 8 },
  pie: { w: 12, h: 8 },
  bar: { w: 12, h: 8 },
  heatmap: { w: 12, h: 8 },
  number: { w: 6, h: 5 },
  markdown: { w: 12, h: 5 },
  search: { w: 24, h: 10 },
  event_patterns: { w: 24, h: 10 },
  table: { w: 12, h: 9 },
};

/** A tile of a type as it starts. */
export function freshConfig<Type extends DisplayType>(displayType: Type, sourceId: string): ConfigOf<Type> {
  return fresh[displayType](sourceId);
}

/** The tile as another type, with what both types have. */
export function retyped(config: TileConfig, displayType: DisplayType): TileConfig {
  if (isChart(config) && isChartType(displayType)) return pruned({ ...config, displayType } as ChartConfig);
  const other: TileConfig = freshConfig(displayType, sourceIdOf(config));
  if (!('where' in config) || config.where === undefined || !('where' in other)) return other;
  return { ...other, where: config.where, whereLanguage: config.whereLanguage ?? 'lucene' };
}

/** The fields that each type of chart may have besides those of all. */
const fieldsOf: { [Type in ChartType]: (keyof ConfigOf<Type>)[] } = {
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
const common: (keyof ChartConfig)[] = ['displayType', 'sourceId', 'select', 'numberFormat'];

/** The config without fields that its type does not have; the server refuses those. */
export function pruned<Config extends TileConfig>(config: Config): Config {
  if (!isChart(config)) return config;
  const allowed: string[] = [...common, ...fieldsOf[config.displayType]];
  const kept = Object.entries(config).filter(([field, value]) => value !== undefined && allowed.includes(field));
  const select = isSingle(config) ? config.select.slice(0, 1) : config.select;
  return { ...(Object.fromEntries(kept) as typeof config), select };
}

/** The config with another value of a field; undefined takes the field out. */
export function withField<Config extends TileConfig, Field extends keyof Config>(
  config: Config,
  field: Field,
  value: Config[Field] | undefined,
): Config {
  if (value !== undefined) return { ...config, [field]: value };
  const { [field]: _gone, ...rest } = config;
  return rest as Config;
}

/** Says whether a chart shows one series alone; a number may compute it from several. */
function isSingle(config: ChartConfig): boolean {
  if (config.displayType === 'number') return (config.formulas ?? []).length === 0;
  return config.displayType === 'pie' || config.displayType === 'bar';
}

/** How many series a type takes. */
export function seriesMaxOf(displayType: DisplayType): number {
  return displayType === 'pie' || displayType === 'bar' || displayType === 'number' ? 1 : 20;
}

/** A series with another function; what the function does not take is left out. */
export function withFunction(item: SelectItem, aggFn: SelectItem['aggFn']): SelectItem {
  const { level: _level, valueExpression, numberFormat, ...rest } = item;
  return {
    ...rest,
    aggFn,
    ...(numberFormat !== undefined && keepsUnit(aggFn) && { numberFormat }),
    ...(aggFn !== 'count' && {
      valueExpression: item.metricName === undefined ? (valueExpression ?? '') : metricValue,
    }),
    ...(aggFn === 'quantile' && { level: item.level ?? usualLevel }),
  };
}

/** What functions of a metric are taken of. */
const metricValue = 'Value';

/** A series of a metric that was chosen, with the function that fits it. */
export function withMetric(item: SelectItem, { metricName, metricType, fn, unit }: MetricChoice): SelectItem {
  const { valueExpression: _field, level: _level, numberFormat: _format, ...rest } = item;
  const numberFormat = keepsUnit(fn) ? unitFormat(unit) : undefined;
  return withFunction({ ...rest, metricName, metricType, ...(numberFormat !== undefined && { numberFormat }) }, fn);
}

/** Says whether a tile can be shown: each series has what its function needs, and names its metric. */
export function isComplete(config: TileConfig, isMetric: boolean): boolean {
  if (config.configType === 'sql') return config.sqlTemplate.trim() !== '';
  switch (config.displayType) {
    case 'markdown':
      return true;
    case 'search':
    case 'event_patterns':
      return config.sourceId !== '';
    case 'heatmap':
      return (
        config.sourceId !== '' && !isMetric && hasAll(config.select, ({ valueExpression }) => isText(valueExpression))
      );
    case 'line':
    case 'stacked_bar':
    case 'number':
    case 'table':
    case 'bar':
    case 'pie':
      return config.sourceId !== '' && hasAll(config.select, (item) => isWhole(item, isMetric));
    default:
      return unreachable(config);
  }
}

function hasAll<Item>(items: Item[], check: (item: Item) => boolean): boolean {
  return items.length > 0 && items.every(check);
}

function isWhole(item: SelectItem, isMetric: boolean): boolean {
  if (isMetric && (item.metricName ?? '') === '') return false;
  return item.aggFn === 'count' || isText(item.valueExpression);
}

function isText(text: string | undefined): boolean {
  return (text ?? '').trim() !== '';
}
