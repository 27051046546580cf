import type { Formula, SelectItem, YAxis } from '../../api/stack.gen';
import { unreachable } from '../../exhaustive';
import { keepsUnit, unitFormat } from '../../charting/format';
import { isShift } from '../../time/shift';
import { usualLevel, type MetricChoice } from '../metrics/choice';
import { isWholeProm, prunedProm, timeFields } from './promForm';
import {
  isChart,
  isChartType,
  isPromQL,
  isPromType,
  shiftOf,
  sourceIdOf,
  type ChartConfig,
  type ChartType,
  type ConfigOf,
  type DisplayType,
  type PromConfig,
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

/** The tile as another type. A chart keeps what the other type does not have, for the way back. */
export function retyped(config: TileConfig, displayType: DisplayType): TileConfig {
  if ((isChart(config) && isChartType(displayType)) || (isPromQL(config) && isPromType(displayType)))
    return { ...config, displayType } as TileConfig;
  const other = withShift(freshConfig(displayType, sourceIdOf(config)), shiftOf(config));
  if (!('where' in config) || config.where === undefined || !('where' in other)) return other;
  return { ...other, where: config.where, whereLanguage: config.whereLanguage ?? 'lucene' };
}

const derived = ['asRatio', 'formulas', 'showOperandSeries'] as const;
const overTime = ['groupBy', ...derived, ...timeFields] as const;

/** The fields that each type of chart may have besides those of all. */
const fieldsOf: { [Type in ChartType]: (keyof ConfigOf<Type>)[] } = {
  line: [...overTime, 'compareToPreviousPeriod', 'fitYAxisToData'],
  stacked_bar: [...overTime, 'shape'],
  table: ['groupBy', 'having', 'orderBy', ...derived, 'groupByColumnsOnLeft', 'onClick'],
  number: ['formulas', 'color', 'colorRules', 'backgroundChart'],
  pie: ['groupBy', 'orderBy', 'limit'],
  bar: ['groupBy', 'orderBy', 'limit'],
};
const common: (keyof ChartConfig)[] = ['displayType', 'sourceId', 'select', 'numberFormat', 'timeShift'];

/** The config without fields that its type does not have; the server refuses those. */
export function pruned<Config extends TileConfig>(config: Config): Config {
  if (isPromQL(config)) return prunedProm(config);
  if (!isChart(config)) return config;
  const allowed: string[] = [...common, ...fieldsOf[config.displayType]];
  const kept = Object.entries(config).filter(([field, value]) => value !== undefined && allowed.includes(field));
  const { asRatio, ...rest } = Object.fromEntries(kept) as typeof config & { asRatio?: boolean };
  const select = isSingle(config) ? config.select.slice(0, 1) : config.select;
  const isRatio = asRatio === true && select.length === 2 && formulasOf(config).length === 0;
  return { ...(rest as typeof config), select, ...(isRatio && { asRatio }) };
}

/** The formulas of a chart. */
export function formulasOf(config: ChartConfig): Formula[] {
  return 'formulas' in config ? (config.formulas ?? []) : [];
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

/** The tile with another shift; a text has no time. */
export function withShift<Config extends TileConfig>(config: Config, shift: string | undefined): Config {
  return config.displayType === 'markdown' ? config : withField(config, 'timeShift' as keyof Config, shift as never);
}

/** The tile at the time of its dashboard. */
export function unshifted<Config extends TileConfig>(config: Config): Config {
  return shiftOf(config) === undefined ? config : withShift(config, undefined);
}

/** Says whether a chart shows one series alone; a number may compute it from several. */
function isSingle(config: ChartConfig): boolean {
  if (config.displayType === 'number') return formulasOf(config).length === 0;
  return config.displayType === 'pie' || config.displayType === 'bar';
}

/** How many series a chart takes. */
export function seriesMaxOf(config: ChartConfig): number {
  return isSingle(config) ? 1 : 20;
}

/** How many formulas a chart takes. */
export function formulasMaxOf({ displayType }: ChartConfig): number {
  if (displayType === 'pie' || displayType === 'bar') return 0;
  return displayType === 'number' ? 1 : 10;
}

/** The chart with other formulas; they take the place of a ratio. */
export function withFormulas(config: ChartConfig, formulas: Formula[]): ChartConfig {
  const changed = { ...config, formulas, ...(formulas.length > 0 && { asRatio: false }) } as ChartConfig;
  return formulas.length > 0 ? changed : withField(changed, 'formulas' as keyof ChartConfig, undefined);
}

/** The chart without a series. Formulas go on naming the others; what they named of it is a question mark. */
export function withoutSeries(config: ChartConfig, at: number): ChartConfig {
  const renamed = formulasOf(config).map((formula) => ({
    ...formula,
    expression: formula.expression.replaceAll(/[A-Z]/g, (letter) => {
      const place = (letter.codePointAt(0) ?? 0) - 65;
      if (place === at) return '?';
      return place > at ? String.fromCodePoint(64 + place) : letter;
    }),
  }));
  const changed = { ...config, select: config.select.toSpliced(at, 1) };
  return renamed.length === 0 ? changed : withFormulas(changed, renamed);
}

/** The chart over another source; series of metrics and of events can't be taken along to each other. */
export function withSource(config: ChartConfig, sourceId: string, isOtherKind: boolean): ChartConfig {
  return { ...config, sourceId, ...(isOtherKind && { select: events }) };
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
  const shift = shiftOf(config);
  if (shift !== undefined && !isShift(shift)) return false;
  if (config.configType === 'sql') return config.sqlTemplate.trim() !== '';
  if (isPromQL(config)) return isWholeProm(config) && axesOf(config).every(isAxis);
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
      return (
        config.sourceId !== '' &&
        hasAll(config.select, (item) => isWhole(item, isMetric)) &&
        formulasOf(config).every(({ expression }) => isText(expression)) &&
        axesOf(config).every(isAxis)
      );
    default:
      return unreachable(config);
  }
}

function axesOf(config: ChartConfig | PromConfig): (YAxis | undefined)[] {
  return config.displayType === 'line' || config.displayType === 'stacked_bar' ? [config.yAxis, config.rightYAxis] : [];
}

/** Says whether an axis goes from a lesser number to a greater one. */
export function isAxis({ min, max }: YAxis = {}): boolean {
  return min === undefined || max === undefined || min < max;
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
