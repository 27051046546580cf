import type { ChartRequestBody, SelectItem, Source, TileBody } from '../../api/stack.gen';
import { aggregateName, aggregates, type Aggregate } from '../../charting/aggregates';
import type { TimeSpan } from '../../time/range';
import type { Language } from '../../api/types';

export type MetricType = NonNullable<SelectItem['metricType']>;
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
}

/** The chart that is being built; the whole of it is in the address. */
export interface ChartState {
  source: string;
  display: Display;
  granularity: string;
  isCompared: boolean;
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

export const metricTypes: MetricType[] = ['gauge', 'sum', 'histogram', 'exponential histogram', 'summary'];

export const newSeries: SeriesState = {
  fn: 'count',
  level: 0.95,
  field: '',
  where: '',
  lang: 'lucene',
  metricType: 'gauge',
  metricName: '',
};

/** Reads a chart out of an address; whatever is broken is as usual. */
export function readChart(search: Record<string, unknown>): ChartState {
  const series = list(search.series).filter(isObject).slice(0, seriesMax).map(readSeries);
  return {
    source: typeof search.source === 'string' ? search.source : '',
    display: displays.find(({ value }) => value === search.display)?.value ?? 'line',
    granularity: granularities.find((one) => one === search.granularity) ?? 'auto',
    isCompared: String(search.compare) === 'true',
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
  };
}

function readSeries(value: Record<string, unknown>): SeriesState {
  return {
    fn: aggregates.find((one) => one.value === value.fn)?.value ?? 'count',
    level: typeof value.level === 'number' && value.level >= 0 && value.level <= 1 ? value.level : newSeries.level,
    field: text(value.field),
    where: text(value.where),
    lang: value.lang === 'sql' ? 'sql' : 'lucene',
    metricType: metricTypes.find((one) => one === value.metricType) ?? 'gauge',
    metricName: text(value.metricName),
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
export function nameOf(series: SeriesState): string {
  const fn = series.fn === 'quantile' ? `p${Number((series.level * 100).toFixed(2))}` : aggregateName(series.fn);
  const of = series.metricName === '' ? series.field : series.metricName;
  const where = series.where === '' ? '' : ` where ${series.where}`;
  return `${fn}${of === '' ? '' : ` of ${of}`}${where}`;
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

/** The chart as a tile of a dashboard. */
export function tileOf(chart: ChartState, source: Source, name: string): TileBody {
  const isMetric = source.kind === 'metric';
  const select = chart.series.map(({ fn, level, field, where, lang, metricType, metricName }): SelectItem => ({
    aggFn: fn,
    where,
    whereLanguage: lang,
    ...(fn === 'quantile' && { level }),
    ...(field !== '' && { valueExpression: field }),
    ...(isMetric && { metricType, metricName }),
  }));
  const shared = { sourceId: source.id, select: chart.display === 'number' ? select.slice(0, 1) : select };
  const grouped = chart.display === 'number' || chart.groupBy.length === 0 ? {} : { groupBy: chart.groupBy.join(', ') };
  const displayType = { line: 'line', area: 'stacked_bar', bars: 'stacked_bar', table: 'table', number: 'number' }[
    chart.display
  ] as 'line';
  return {
    name,
    x: 0,
    y: 0,
    w: 12,
    h: 8,
    config: {
      ...shared,
      ...grouped,
      displayType,
      ...(chart.display === 'line' && chart.isCompared && { compareToPreviousPeriod: true }),
    },
  };
}
