import type { ChartPoint, ChartRequestBody, HeatmapItem } from '../../api/stack.gen';
import { numberAt } from '../../charting/content';
import { narrowed, type Scope } from './scope';
import type { ConfigOf } from './types';

type HeatmapConfig = ConfigOf<'heatmap'>;

/** Rows of a heatmap with a linear scale, and steps per doubling with a logarithmic one. */
const rowsLinear = 24;
const stepsPerDouble = 3;

/** How values become rows. */
export interface HeatScale {
  isLog: boolean;
  /** The lowest value and the height of a row, with a linear scale. */
  least: number;
  height: number;
}

/** The heatmap's one item. */
export function heatItem(config: HeatmapConfig): HeatmapItem {
  return config.select[0] ?? { valueExpression: '' };
}

/** The request for the least and the largest value, which a linear scale is made from. */
export function boundsRequest(config: HeatmapConfig, scope: Scope): ChartRequestBody {
  const { valueExpression: field } = heatItem(config);
  return {
    ...requestBase(scope, 'total'),
    series: (['min', 'max'] as const).map((aggFn) => ({ ...seriesBase(config, scope), aggFn, field })),
  };
}

/** The request for how many values lie in each row, bucket by bucket. */
export function heatRequest(config: HeatmapConfig, scope: Scope, scale: HeatScale): ChartRequestBody {
  const { valueExpression, countExpression } = heatItem(config);
  const row = scale.isLog
    ? `floor(log2(${valueExpression}) * ${stepsPerDouble})`
    : `floor((${valueExpression} - ${scale.least}) / ${scale.height})`;
  const counted =
    countExpression === undefined || countExpression === ''
      ? { aggFn: 'count' as const }
      : { aggFn: 'none' as const, field: countExpression };
  return {
    ...requestBase(scope, 'auto'),
    seriesLimit: 200,
    series: [{ ...seriesBase(config, scope), ...counted, groupBy: [row] }],
  };
}

function requestBase(scope: Scope, granularity: 'auto' | 'total') {
  return {
    startTime: Math.floor(scope.span.start),
    endTime: Math.ceil(scope.span.end),
    granularity,
    fill: 'none' as const,
  };
}

function seriesBase(config: HeatmapConfig, scope: Scope) {
  const { sourceId } = config;
  return {
    sourceId,
    groupBy: [],
    ...narrowed({ where: config.where ?? '', whereLanguage: config.whereLanguage ?? 'lucene' }, scope, sourceId),
  };
}

/** The linear scale between two values. */
export function linearScale(least: number, most: number): HeatScale {
  return { isLog: false, least, height: Math.max((most - least) / rowsLinear, Number.EPSILON) };
}

export const logScale: HeatScale = { isLog: true, least: 0, height: 0 };

/** A cell of a heatmap: which column and row, and how much there is, as a share of the most. */
interface HeatCell {
  column: number;
  row: number;
  count: number;
  share: number;
}

export interface Heat {
  cells: HeatCell[];
  columns: number[];
  /** The lowest and the highest row. */
  rows: [number, number];
}

/** Lays the answer out as cells. */
export function heatOf(points: ChartPoint[], stepMs: number, span: { start: number; end: number }): Heat {
  const first = Math.floor(span.start / stepMs) * stepMs;
  const count = Math.max(1, Math.floor((span.end - first) / stepMs) + 1);
  const found = points.flatMap((point) => {
    const [row, amount] = [Number(point.group[0]), numberAt(point, 0) ?? 0];
    return Number.isFinite(row) && point.group[0] !== ''
      ? [{ column: Math.round((point.ts_bucket - first) / stepMs), row, count: amount }]
      : [];
  });
  const most = Math.max(...found.map((cell) => cell.count), 1);
  const rows = found.map(({ row }) => row);
  return {
    cells: found.map((cell) => ({ ...cell, share: Math.log1p(cell.count) / Math.log1p(most) })),
    columns: Array.from({ length: count }, (_, at) => first + at * stepMs),
    rows: rows.length === 0 ? [0, 0] : [Math.min(...rows), Math.max(...rows)],
  };
}

/** The lowest value of a row. */
export function valueOfRow(row: number, scale: HeatScale): number {
  return scale.isLog ? 2 ** (row / stepsPerDouble) : scale.least + row * scale.height;
}
