import type { HeatmapItem } from '../../api/stack.gen';
import type { Cell } from '../../charting/content';
import type { ConfigOf } from './types';

/** The heatmap's one item. */
export function heatItem(config: ConfigOf<'heatmap'>): HeatmapItem {
  return config.select[0] ?? { valueExpression: '' };
}

/** A cell of a heatmap: which column and row, its values, and how much there is, as a share of the most. */
export interface HeatCell {
  column: number;
  row: number;
  /** The least value of the row, and of the one above. */
  from: number;
  to: number;
  count: number;
  share: number;
}

export interface Heat {
  cells: HeatCell[];
  columns: number[];
  /** The lowest and the highest row. */
  rows: [number, number];
}

/** Lays cells out, whose values are row, from, to and count. */
export function heatOf(cells: Cell[], stepMs: number, span: { start: number; end: number }): Heat {
  const first = Math.floor(span.start / stepMs) * stepMs;
  const count = Math.max(1, Math.floor((span.end - first) / stepMs) + 1);
  const most = Math.max(...cells.map(({ values }) => values[3] ?? 0), 1);
  const found = cells.map(({ bucket, values: [row, from, to, amount] }) => ({
    column: Math.round((bucket - first) / stepMs),
    row: row ?? 0,
    from: from ?? 0,
    to: to ?? 0,
    count: amount ?? 0,
    share: Math.log1p(amount ?? 0) / Math.log1p(most),
  }));
  const rows = found.map(({ row }) => row);
  return {
    cells: found,
    columns: Array.from({ length: count }, (_, at) => first + at * stepMs),
    rows: rows.length === 0 ? [0, 0] : [Math.min(...rows), Math.max(...rows)],
  };
}

/** The values beside the scale: the greatest, one in the middle, the least. */
export function marksOf({ cells, rows: [low, high] }: Heat): number[] {
  const top = cells.find(({ row }) => row === high);
  const bottom = cells.find(({ row }) => row === low);
  const middle = cells.toSorted((a, b) => distance(a.row, low, high) - distance(b.row, low, high))[0];
  return [top?.to ?? 0, middle?.from ?? 0, bottom?.from ?? 0];
}

function distance(row: number, low: number, high: number): number {
  return Math.abs(row - (low + high + 1) / 2);
}
