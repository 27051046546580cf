import type { ChartPoint, ChartRequestBody, ChartSeries, SelectItem } from '../../api/stack.gen';
import type { ChartAnswer } from '../../api/telemetry';
import { numberAt } from '../../charting/content';
import type { TimeSpan } from '../../time/range';
import { splitList } from './expressions';
import { parseFormula } from './formula';
import { narrowed, type Scope } from './scope';
import { seriesOf, type TileConfig } from './types';

/** One request holds no more series. */
const seriesMax = 5;

/** The groups that a tile shows unless it says otherwise. */
const groupsShown = { time: 20, category: 12, table: 200 };

type Granularity = NonNullable<ChartRequestBody['granularity']>;

/** The requests that together answer all series of a tile. */
export function requestsOf(
  config: TileConfig,
  scope: Scope,
  span: TimeSpan,
  granularity: Granularity,
): ChartRequestBody[] {
  const series = seriesOf(config).map((item) => requestSeries(config, item, scope));
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

function requestSeries(config: TileConfig, item: SelectItem, scope: Scope): ChartSeries {
  const sourceId = config.sourceId ?? '';
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

function groupLimit(config: TileConfig): number {
  const asked = config.seriesLimit ?? config.limit;
  if (asked !== undefined) return asked === 0 ? 1000 : Math.min(asked, 1000);
  if (config.displayType === 'table') return groupsShown.table;
  return config.displayType === 'pie' || config.displayType === 'bar' ? groupsShown.category : groupsShown.time;
}

/** The numbers of one bucket and group, of all series of the tile. */
export interface Cell {
  bucket: number;
  group: string[];
  values: (number | null)[];
}

/** Puts the answers to a tile's requests together, and computes its ratio or formulas. */
export function cellsOf(config: TileConfig, answers: ChartAnswer[]): Cell[] {
  const cells = new Map<string, Cell>();
  const count = seriesOf(config).length;
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

/** How the values of the series become those that are shown. */
function derivationOf(config: TileConfig): (values: (number | null)[]) => (number | null)[] {
  if (config.asRatio === true) {
    const ratio = parseFormula('A / B') ?? (() => null);
    return (values) => [ratio(values)];
  }
  const formulas = (config.formulas ?? []).map(({ expression }) => parseFormula(expression) ?? (() => null));
  if (formulas.length === 0) return (values) => values;
  return (values) => [
    ...(config.showOperandSeries === true ? values : []),
    ...formulas.map((formula) => formula(values)),
  ];
}

/** The names of the values that are shown. */
export function namesOf(config: TileConfig): string[] {
  const own = seriesOf(config).map(itemName);
  if (config.asRatio === true) return [own.join(' / ')];
  const formulas = (config.formulas ?? []).map(({ alias, expression }) => alias ?? expression);
  if (formulas.length === 0) return own;
  return [...(config.showOperandSeries === true ? own : []), ...formulas];
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
