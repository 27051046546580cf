import type { Cell } from '../../charting/content';

/** A cell of a heatmap: which column and row, its values, and how much there is, as a share of the most. */
export interface HeatCell {
  column: number;
  row: number;
  /** The least value of the row, and of the one above. */
  from: number;
  to: number;
  count: number;
  share: number;
  /** How many of them are errors. */
  errorCount: number;
}

/** How rows become values: `log` is how many rows there are to a doubling, `linear` how high a row is, and where row 0 begins, `bounds` where each begins. */
type HeatScale = { log: number } | { linear: number; least: number } | { bounds: number[] };

export interface Heat {
  cells: HeatCell[];
  /** The start of every column. */
  columns: number[];
  stepMs: number;
  /** The lowest and the highest row. */
  rows: [number, number];
  scale: HeatScale;
}

/** A part of a heatmap: from one time to another, from one value to another. */
export interface HeatBox {
  start: number;
  end: number;
  low: number;
  high: number;
}

/** Fewer rows would make cells so high that they look like columns. */
const rowsMin = 8;

/** Lays cells out, whose values are row, from, to and count. Errors are cells of the same kind. */
export function heatOf(
  cells: Cell[],
  stepMs: number,
  span: { start: number; end: number },
  { isLog = true, isBounded = false, errors = [] }: { isLog?: boolean; isBounded?: boolean; errors?: Cell[] } = {},
): Heat {
  const first = Math.floor(span.start / stepMs) * stepMs;
  const count = Math.max(1, Math.floor((span.end - first) / stepMs) + 1);
  const most = cells.reduce((max, { values }) => Math.max(max, values[3] ?? 0), 1);
  const errorCounts = new Map(errors.map((cell) => [placeOf(cell), cell.values[3] ?? 0]));
  const found = cells.map((cell) => {
    const [row, from, to, amount] = cell.values.map((value) => value ?? 0);
    return {
      column: Math.round((cell.bucket - first) / stepMs),
      row: row ?? 0,
      from: from ?? 0,
      to: isBounded && cell.values[2] === null ? Infinity : (to ?? 0),
      count: amount ?? 0,
      share: Math.log1p(amount ?? 0) / Math.log1p(most),
      errorCount: errorCounts.get(placeOf(cell)) ?? 0,
    };
  });
  return {
    cells: found,
    columns: Array.from({ length: count }, (_, at) => first + at * stepMs),
    stepMs,
    rows: rowsOf(found),
    scale: isBounded ? { bounds: boundsOf(found) } : scaleOf(found[0], isLog),
  };
}

function placeOf({ bucket, values }: Cell): string {
  return `${bucket} ${values[0] ?? 0}`;
}

function rowsOf(cells: HeatCell[]): [number, number] {
  const rows = cells.map(({ row }) => row);
  const low = rows.reduce((least, row) => Math.min(least, row), rows[0] ?? 0);
  const high = rows.reduce((most, row) => Math.max(most, row), rows[0] ?? 0);
  const missing = Math.max(0, rowsMin - (high - low + 1));
  return [low - Math.floor(missing / 2), high + Math.ceil(missing / 2)];
}

function scaleOf(cell: HeatCell | undefined, isLog: boolean): HeatScale {
  if (cell === undefined) return { log: 3 };
  const { row, from, to } = cell;
  return isLog ? { log: 1 / Math.log2(to / from) } : { linear: to - from, least: from - row * (to - from) };
}

/** The values at which rows begin, up to the end of the highest one. Rows without cells begin where the next one does. */
function boundsOf(cells: HeatCell[]): number[] {
  const bounds: number[] = [];
  for (const { row, from, to } of cells) [bounds[row], bounds[row + 1]] = [from, to];
  return Array.from(bounds, (bound, at) => bound ?? bounds.slice(at).find((next) => next !== undefined) ?? 0);
}

function boundAt(bounds: number[], row: number): number {
  const at = Math.min(Math.max(Math.floor(row), 0), bounds.length - 1);
  const [from = 0, to = from] = bounds.slice(at, at + 2);
  return Number.isFinite(to) ? from + Math.min(Math.max(row - at, 0), 1) * (to - from) : from;
}

function boundRow(bounds: number[], value: number): number {
  if (value === Infinity) return bounds.length - 1;
  const above = bounds.findIndex((bound) => bound > value);
  const at = above < 0 ? bounds.length - 1 : Math.max(0, above - 1);
  const [from = 0, to = from] = bounds.slice(at, at + 2);
  return Number.isFinite(to) && to > from ? at + (value - from) / (to - from) : at;
}

/** The value at a height, counted in rows. */
export function valueAt({ scale }: Heat, row: number): number {
  if ('bounds' in scale) return boundAt(scale.bounds, row);
  return 'log' in scale ? 2 ** (row / scale.log) : scale.least + row * scale.linear;
}

/** The height of a value, counted in rows. */
export function rowAt({ scale }: Heat, value: number): number {
  if ('bounds' in scale) return boundRow(scale.bounds, value);
  return 'log' in scale ? Math.log2(value) * scale.log : (value - scale.least) / scale.linear;
}

/** What a cell stands for. */
export function boxOf({ columns, stepMs }: Heat, { column, from, to }: HeatCell): HeatBox {
  const start = columns[column] ?? 0;
  return { start, end: start + stepMs, low: from, high: to };
}

/** What lies between two cells, with both of them. */
export function boxAround(heat: Heat, one: HeatCell, other: HeatCell): HeatBox {
  const [first, second] = [boxOf(heat, one), boxOf(heat, other)];
  return {
    start: Math.min(first.start, second.start),
    end: Math.max(first.end, second.end),
    low: Math.min(first.low, second.low),
    high: Math.max(first.high, second.high),
  };
}
