import type { SelectItem, TileBody } from '../../api/stack.gen';
import { isAggregate, metricTypes } from '../../charting/aggregates';
import { keepsUnit, unitFormat } from '../../charting/format';
import { seriesWords } from '../../charting/words';
import type { Granularity } from '../dashboards/scope';
import { formulasOf, freshConfig, pruned, sizes, withFunction } from '../dashboards/tileForm';
import { freshProm, promQueriesMax, prunedProm } from '../dashboards/promForm';
import {
  chartTypes,
  isPromQL,
  promTypes,
  type ChartConfig,
  type PromConfig,
  type TileConfig,
} from '../dashboards/types';
import { whereOf, type Filter } from '../search/where';
import { isList, isObject, isText, keptFields } from './fields';

/** The chart that is being built, as the tile that it would be; the whole of it is in the address. */
export interface ChartState {
  config: ChartConfig | PromConfig;
  granularity: Granularity;
}

/** Widths of buckets to choose from. */
export const granularities: Granularity[] = [
  'auto',
  '30s',
  '1m',
  '5m',
  '10m',
  '15m',
  '30m',
  '1h',
  '2h',
  '6h',
  '12h',
  '1d',
  '7d',
  '30d',
];

/** Reads a chart out of an address; whatever is broken is as usual. */
export function readChart(search: Record<string, unknown>): ChartState {
  return {
    config: isObject(search.chart) ? readConfig(search.chart) : readParts(search),
    granularity: granularities.find((one) => one === search.granularity) ?? 'auto',
  };
}

/** Writes a chart into an address that may already hold a time range. */
export function writeChart(before: Record<string, unknown>, chart: ChartState): Record<string, unknown> {
  const { from, to } = before;
  return {
    ...(from !== undefined && { from, to }),
    chart: chart.config,
    ...(chart.granularity !== 'auto' && { granularity: chart.granularity }),
  };
}

function readConfig(value: Record<string, unknown>): ChartState['config'] {
  if (value.configType === 'promql') return readProm(value);
  const displayType = chartTypes.find((one) => one === value.displayType) ?? 'line';
  const select = list(value.select).filter(isObject).filter(hasFunction).map(keptFields);
  const config = { ...keptFields(value), displayType, sourceId: text(value.sourceId) };
  return { ...config, select: select.length === 0 ? freshConfig('line', '').select : select } as ChartConfig;
}

function readProm(value: Record<string, unknown>): PromConfig {
  const displayType = promTypes.find((one) => one === value.displayType) ?? 'line';
  const usual = freshProm(displayType);
  const queries = list(value.queries).filter(isObject).slice(0, promQueriesMax).map(readQuery);
  return prunedProm({
    ...keptFields(value),
    ...usual,
    ...(text(value.sourceId) !== '' && { sourceId: text(value.sourceId) }),
    queries: queries.length === 0 ? usual.queries : queries,
  } as PromConfig);
}

function readQuery({ expression, legend, instant }: Record<string, unknown>) {
  return {
    expression: text(expression),
    ...(text(legend) !== '' && { legend: text(legend) }),
    ...(instant === true && { instant }),
  };
}

/** What an address of an earlier version says with a parameter for each part. */
function readParts(search: Record<string, unknown>): ChartConfig {
  const series = list(search.series).filter(isObject).slice(0, 20).map(readSeries);
  const groupBy = search.groupBy === undefined ? 'ServiceName' : list(search.groupBy).filter(isText).join(', ');
  const { display } = search;
  return {
    ...(display === 'area' && { shape: 'area' }),
    ...(String(search.compare) === 'true' && { compareToPreviousPeriod: true }),
    ...(String(search.ratio) === 'true' && { asRatio: true }),
    displayType: typesOfDisplays[text(display)] ?? 'line',
    sourceId: text(search.source),
    groupBy,
    select: series.length === 0 ? freshConfig('line', '').select : series,
  } as ChartConfig;
}

const typesOfDisplays: Record<string, ChartConfig['displayType']> = {
  area: 'stacked_bar',
  bars: 'stacked_bar',
  table: 'table',
  number: 'number',
};

function readSeries({ fn, level, field, where, lang, metricType, metricName, unit }: Record<string, unknown>) {
  const aggFn = isAggregate(fn) ? fn : 'count';
  const format = keepsUnit(aggFn) ? unitFormat(text(unit)) : undefined;
  const item: SelectItem = {
    aggFn,
    where: text(where),
    whereLanguage: lang === 'sql' ? 'sql' : 'lucene',
    ...(typeof level === 'number' && level >= 0 && level <= 1 && { level }),
    ...(text(field) !== '' && { valueExpression: text(field) }),
    ...(text(metricName) !== '' && {
      metricName: text(metricName),
      metricType: metricTypes.find((one) => one === metricType) ?? 'gauge',
      ...(format !== undefined && { numberFormat: format }),
    }),
  };
  return withFunction(item, aggFn);
}

function hasFunction(item: Record<string, unknown>): boolean {
  return isAggregate(item.aggFn);
}

function text(value: unknown): string {
  return isText(value) ? value : '';
}

function list(value: unknown): unknown[] {
  return isList(value) ? value : [];
}

/** The chart with each series narrowed by one more filter. */
export function narrowed(config: ChartConfig, filter: Filter): ChartConfig {
  const select = config.select.map((item) => ({
    ...item,
    where: whereOf(item.where ?? '', item.whereLanguage ?? 'lucene', [filter]),
  }));
  return { ...config, select };
}

/** What a chart is called until somebody names it: what it shows last. */
export function chartName(config: ChartState['config']): string {
  if (isPromQL(config)) return promName(config);
  const formula = formulasOf(config).at(-1);
  if (formula !== undefined) return formula.alias ?? formula.expression;
  const [item] = config.select;
  return item === undefined ? '' : (item.alias ?? seriesWords(item));
}

function promName({ queries }: PromConfig): string {
  const query = queries.at(-1);
  const legend = query?.legend ?? '';
  const name = legend === '' || legend.includes('{{') ? (query?.expression ?? '') : legend;
  return name.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}

/** A chart or list as a tile, at the left end of a line of a dashboard. */
export function tileOf(config: TileConfig, name: string, y: number): TileBody {
  return { name, x: 0, y, ...sizes[config.displayType], config: pruned(config) as NonNullable<TileBody['config']> };
}
