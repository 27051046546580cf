import type { ChartPoint, ChartRequestBody, ChartSeries, Formula, SelectItem } from '../../api/stack.gen';
import type { ChartAnswer } from '../../api/telemetry';
import { numberAt } from '../../charting/content';
import type { TimeSpan } from '../../time/range';
import { unreachable } from '../../exhaustive';
import { splitList } from './expressions';
import { parseFormula } from './formula';
import { narrowed, type Scope } from './scope';
import type { ChartConfig } from './types';

/** One request holds no more series. */
const seriesMax = 5;

/** The groups that a tile shows unless it says otherwise. */
const groupsShown = { time: 20, category: 12, table: 200 };
const groupsMax = 1000;

type Granularity = NonNullable<ChartRequestBody['granularity']>;

/** The requests that together answer all series of a tile. */
export function requestsOf(
  config: ChartConfig,
  scope: Scope,
  span: TimeSpan,
  granularity: Granularity,
): ChartRequestBody[] {
  const series = config.select.map((item) => requestSeries(config, item, scope));
  const requests: ChartRequestBody[] = [];
  for (let at = 0; at < series.length; at += seriesMax) {
    requests.push({
      series: series.slice(at, at + seriesMax),
      startTime: Math.floor(span.start),
      endTime: Math.ceil(span.end),
      granularity,
      fill: 'none',
      seriesLimit: groupLimit(config),
    });
  }
  return requests;
}

function requestSeries(config: ChartConfig, item: SelectItem, scope: Scope): ChartSeries {
  const { sourceId } = config;
  const condition = narrowed(
    { where: item.where ?? '', whereLanguage: item.whereLanguage ?? 'lucene' },
    scope,
    sourceId,
  );
  return {
    sourceId,
    aggFn: item.aggFn,
    ...(item.valueExpression !== undefined && item.valueExpression !== '' && { field: item.valueExpression }),
    ...(item.level !== undefined && { level: item.level }),
    ...condition,
    groupBy: config.displayType === 'number' ? [] : splitList(config.groupBy ?? ''),
    ...(item.metricType !== undefined && { metricDataType: item.metricType }),
    ...(item.metricName !== undefined && item.metricName !== '' && { metricName: item.metricName }),
  };
}

function groupLimit(config: ChartConfig): number {
  switch (config.displayType) {
    case 'line':
    case 'stacked_bar':
      return atMost(config.seriesLimit ?? groupsShown.time);
    case 'pie':
    case 'bar':
      return atMost(config.limit ?? groupsShown.category);
    case 'table':
      return groupsShown.table;
    case 'number':
      return groupsShown.time;
    default:
      return unreachable(config);
  }
}

/** A limit within the server's own; 0 asks for everything. */
function atMost(limit: number): number {
  return limit === 0 ? groupsMax : Math.min(limit, groupsMax);
}

/** The numbers of one bucket and group, of all series of the tile. */
export interface Cell {
  bucket: number;
  group: string[];
  values: (number | null)[];
}

/** Puts the answers to a tile's requests together, and computes its ratio or formulas. */
export function cellsOf(config: ChartConfig, answers: ChartAnswer[]): Cell[] {
  const cells = new Map<string, Cell>();
  const count = config.select.length;
  answers.forEach(({ data }, part) => {
    for (const point of data) place(cells, point, part, count);
  });
  const derive = derivationOf(config);
  return [...cells.values()].map((cell) => ({ ...cell, values: derive(cell.values) }));
}

function place(cells: Map<string, Cell>, point: ChartPoint, part: number, count: number): void {
  const key = JSON.stringify([point.ts_bucket, point.group]);
  const cell = cells.get(key) ?? {
    bucket: point.ts_bucket,
    group: point.group,
    values: Array.from({ length: count }, () => null),
  };
  for (let series = 0; series < seriesMax; series += 1) {
    const value = numberAt(point, series);
    if (value !== undefined) cell.values[part * seriesMax + series] = value;
  }
  cells.set(key, cell);
}

/** Says whether a tile shows its first series divided by its second. */
export function isRatio(config: ChartConfig): boolean {
  return 'asRatio' in config && config.asRatio === true;
}

/** The formulas of a tile, and whether the series that they are made of are shown too. */
function computed(config: ChartConfig): { formulas: Formula[]; isWithSeries: boolean } {
  return {
    formulas: 'formulas' in config ? (config.formulas ?? []) : [],
    isWithSeries: 'showOperandSeries' in config && config.showOperandSeries === true,
  };
}

/** How the values of the series become those that are shown. */
function derivationOf(config: ChartConfig): (values: (number | null)[]) => (number | null)[] {
  if (isRatio(config)) {
    const ratio = parseFormula('A / B') ?? (() => null);
    return (values) => [ratio(values)];
  }
  const { formulas, isWithSeries } = computed(config);
  if (formulas.length === 0) return (values) => values;
  const programs = formulas.map(({ expression }) => parseFormula(expression) ?? (() => null));
  return (values) => [...(isWithSeries ? values : []), ...programs.map((program) => program(values))];
}

/** The names of the values that are shown. */
export function namesOf(config: ChartConfig): string[] {
  const own = config.select.map(itemName);
  if (isRatio(config)) return [own.join(' / ')];
  const { formulas, isWithSeries } = computed(config);
  if (formulas.length === 0) return own;
  return [...(isWithSeries ? own : []), ...formulas.map(({ alias, expression }) => alias ?? expression)];
}

/** What a series is called: its alias, or its function and field. */
export function itemName(item: SelectItem): string {
  if (item.alias !== undefined && item.alias !== '') return item.alias;
  const field = item.metricName ?? item.valueExpression ?? '';
  if (item.aggFn === 'count') return 'count';
  if (item.aggFn === 'none') return field;
  return item.aggFn === 'quantile'
    ? `p${Math.round((item.level ?? 0.5) * 1000) / 10}(${field})`
    : `${item.aggFn}(${field})`;
}

/** Cells as an answer, so that they are drawn like any chart. */
export function answerOf(cells: Cell[], answers: ChartAnswer[]): ChartAnswer {
  const data = cells.map(({ bucket, group, values }) => {
    const numbers = values.flatMap((value, at) => (value === null ? [] : [[`series_${at}.data`, value] as const]));
    return { ts_bucket: bucket, group, ...Object.fromEntries(numbers) };
  });
  const [first] = answers;
  return {
    data,
    meta: {
      rowsRead: 0,
      bytesRead: 0,
      elapsedMs: 0,
      truncated: false,
      nonFinite: 0,
      stepSeconds: 60,
      scans: [],
      ...first?.meta,
    },
  };
}
