import type { ChartRequestBody, SelectItem, Source, TileBody } from '../../api/stack.gen';
import { isAggregate, metricTypes, type Aggregate, type MetricType } from '../../charting/aggregates';
import { keepsUnit, unitFormat, unitOf } from '../../charting/format';
import { seriesWords } from '../../charting/words';
import type { TimeSpan } from '../../time/range';
import type { Language } from '../../api/types';
import { whereOf, type Filter } from '../search/where';
import { sizes, withFunction } from '../dashboards/tileForm';
import type { ChartConfig } from '../dashboards/types';

export type Display = 'line' | 'area' | 'bars' | 'table' | 'number';

/** One series of the chart that is being built. */
export interface SeriesState {
  fn: Aggregate;
  level: number;
  field: string;
  where: string;
  lang: Language;
  metricType: MetricType;
  metricName: string;
  /** What the metric is measured in; empty when it does not say. */
  unit: string;
}

/** The chart that is being built; the whole of it is in the address. */
export interface ChartState {
  source: string;
  display: Display;
  granularity: string;
  isCompared: boolean;
  /** Shows the first of two series divided by the second. */
  isRatio: boolean;
  groupBy: string[];
  series: SeriesState[];
}

export const seriesMax = 5;
const groupsMax = 10;

export const granularities = [
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
export const displays: { value: Display; label: string }[] = [
  { value: 'line', label: 'Line' },
  { value: 'area', label: 'Stacked' },
  { value: 'bars', label: 'Bars' },
  { value: 'table', label: 'Table' },
  { value: 'number', label: 'Number' },
];

export const newSeries: SeriesState = {
  fn: 'count',
  level: 0.95,
  field: '',
  where: '',
  lang: 'lucene',
  metricType: 'gauge',
  metricName: '',
  unit: '',
};

/** Reads a chart out of an address; whatever is broken is as usual. */
export function readChart(search: Record<string, unknown>): ChartState {
  const series = list(search.series).filter(isObject).slice(0, seriesMax).map(readSeries);
  return {
    source: typeof search.source === 'string' ? search.source : '',
    display: displays.find(({ value }) => value === search.display)?.value ?? 'line',
    granularity: granularities.find((one) => one === search.granularity) ?? 'auto',
    isCompared: String(search.compare) === 'true',
    isRatio: String(search.ratio) === 'true',
    groupBy:
      search.groupBy === undefined
        ? ['ServiceName']
        : list(search.groupBy)
            .filter((one) => typeof one === 'string')
            .slice(0, groupsMax),
    series: series.length === 0 ? [newSeries] : series,
  };
}

/** Writes a chart into an address that may already hold a time range. */
export function writeChart(before: Record<string, unknown>, chart: ChartState): Record<string, unknown> {
  const { from, to } = before;
  return {
    ...(from !== undefined && { from, to }),
    source: chart.source,
    groupBy: chart.groupBy,
    series: chart.series,
    ...(chart.display !== 'line' && { display: chart.display }),
    ...(chart.granularity !== 'auto' && { granularity: chart.granularity }),
    ...(chart.isCompared && { compare: true }),
    ...(chart.isRatio && { ratio: true }),
  };
}

function readSeries(value: Record<string, unknown>): SeriesState {
  return {
    fn: isAggregate(value.fn) ? value.fn : 'count',
    level: typeof value.level === 'number' && value.level >= 0 && value.level <= 1 ? value.level : newSeries.level,
    field: text(value.field),
    where: text(value.where),
    lang: value.lang === 'sql' ? 'sql' : 'lucene',
    metricType: metricTypes.find((one) => one === value.metricType) ?? 'gauge',
    metricName: text(value.metricName),
    unit: text(value.unit),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Says whether a series can be asked for. */
export function isComplete(series: SeriesState, isMetric: boolean): boolean {
  if (isMetric) return series.metricName !== '';
  return series.field !== '' || series.fn === 'count';
}

/** What a series is called in the legend. */
export function nameOf({ fn, level, field, where, metricName }: SeriesState): string {
  return seriesWords({ aggFn: fn, level, valueExpression: field, metricName, where });
}

/** The names of all series; series that do the same are told apart by their letters. */
export function namesOf(series: SeriesState[]): string[] {
  const names = series.map(nameOf);
  return names.map((name, at) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${String.fromCodePoint(65 + at)} ${name}`,
  );
}

/** The request of a chart over a span. */
export function requestOf(chart: ChartState, source: Source, span: TimeSpan): ChartRequestBody {
  const isMetric = source.kind === 'metric';
  return {
    startTime: span.start,
    endTime: span.end,
    seriesLimit: 50,
    granularity: (chart.display === 'number' || chart.display === 'table' ? '30d' : chart.granularity) as NonNullable<
      ChartRequestBody['granularity']
    >,
    series: chart.series.map(({ fn, level, field, where, lang, metricType, metricName }) => ({
      sourceId: source.id,
      aggFn: fn,
      where,
      whereLanguage: lang,
      groupBy: chart.display === 'number' ? [] : chart.groupBy,
      ...(fn === 'quantile' && { level }),
      ...(field !== '' && { field }),
      ...(isMetric && { metricDataType: metricType, metricName }),
    })),
  };
}

/** The series, each narrowed by one more filter. */
export function narrowed(series: SeriesState[], filter: Filter): SeriesState[] {
  return series.map((one) => ({ ...one, where: whereOf(one.where, one.lang, [filter]) }));
}

/** Says whether the first series can be divided by the second. */
export function canDivide({ series, display }: Pick<ChartState, 'series' | 'display'>): boolean {
  return series.length === 2 && display !== 'number';
}

/** What draws each display on a dashboard. */
const tileTypes = { line: 'line', area: 'stacked_bar', bars: 'stacked_bar', table: 'table', number: 'number' } as const;
/** As many groups as the legend of the page has room for. */
const groupsShown = 50;
const columnsOfBoard = 24;

/** The chart as tiles draw it: as one, or where it shows numbers as one for each series. */
export function configsOf(chart: ChartState, source: Source): ChartConfig[] {
  const isRatio = chart.isRatio && canDivide(chart);
  const select = selectOf(chart.series, source).map((item) => (isRatio ? withoutUnit(item) : item));
  const displayType = tileTypes[chart.display];
  if (displayType === 'number') return select.map((item) => ({ displayType, sourceId: source.id, select: [item] }));
  const isOverTime = displayType !== 'table';
  const config = {
    displayType,
    sourceId: source.id,
    select,
    ...(chart.groupBy.length > 0 && { groupBy: chart.groupBy.join(', ') }),
    ...(isOverTime && { seriesLimit: groupsShown }),
    ...(isRatio && { asRatio: true }),
    ...(displayType === 'line' && chart.isCompared && { compareToPreviousPeriod: true }),
  };
  return [config as ChartConfig];
}

/** Series alone are called by what they do; several are called so that they can be told apart. */
function selectOf(series: SeriesState[], source: Source): SelectItem[] {
  const names = namesOf(series);
  return series.map((one, at) => ({
    ...itemOf(one, source),
    ...(series.length > 1 && { alias: names[at] ?? '' }),
  }));
}

/** What is left of a unit that is divided by one of its kind. */
function withoutUnit({ numberFormat: _format, ...item }: SelectItem): SelectItem {
  return item;
}

function itemOf(
  { fn, level, field, where, lang, metricType, metricName, unit }: SeriesState,
  source: Source,
): SelectItem {
  const isMetric = source.kind === 'metric';
  const format = isMetric && keepsUnit(fn) ? unitFormat(unit) : undefined;
  const taken = {
    aggFn: fn,
    where,
    whereLanguage: lang,
    level,
    ...(field !== '' && { valueExpression: field }),
    ...(isMetric && { metricType, metricName }),
    ...(format !== undefined && { numberFormat: format }),
  };
  return withFunction(taken, fn);
}

const displayOf: Record<ChartConfig['displayType'], Display> = {
  line: 'line',
  stacked_bar: 'bars',
  table: 'table',
  bar: 'table',
  pie: 'table',
  number: 'number',
};

/** A tile as a chart that can be changed. */
export function chartOf(config: ChartConfig, groupBy: string[]): ChartState {
  return {
    source: config.sourceId,
    display: displayOf[config.displayType],
    granularity: 'auto',
    isCompared: 'compareToPreviousPeriod' in config && config.compareToPreviousPeriod === true,
    isRatio: 'asRatio' in config && config.asRatio === true,
    groupBy,
    series: config.select.slice(0, seriesMax).map(seriesOf),
  };
}

function seriesOf(item: SelectItem): SeriesState {
  return {
    fn: item.aggFn,
    level: item.level ?? newSeries.level,
    field: item.metricName === undefined ? (item.valueExpression ?? '') : '',
    where: item.where ?? '',
    lang: item.whereLanguage ?? 'lucene',
    metricType: item.metricType ?? newSeries.metricType,
    metricName: item.metricName ?? '',
    unit: unitOf(item.numberFormat),
  };
}

/** The chart as tiles of a dashboard, below a line of it. */
export function tilesOf(chart: ChartState, source: Source, name: string): TileBody[] {
  const configs = configsOf(chart, source);
  const names = namesOf(chart.series);
  return configs.map((config, at) => {
    const { w, h } = sizes[config.displayType];
    const place = at * w;
    return {
      name: configs.length === 1 ? name : `${name}: ${names[at]}`,
      x: place % columnsOfBoard,
      y: Math.floor(place / columnsOfBoard) * h,
      w,
      h,
      config: config as NonNullable<TileBody['config']>,
    };
  });
}
