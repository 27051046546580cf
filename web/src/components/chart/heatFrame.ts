import { rowAt, valueAt, type Heat, type HeatBox, type HeatCell } from './heat';

/** Where on a canvas the cells are, in pixels; the axes stand around. */
export interface HeatFrame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A place on a canvas. */
export interface Point {
  x: number;
  y: number;
}

/** The room that the axes take. */
const axis = { left: 62, right: 10, top: 8, bottom: 22 };

/** Lays out a canvas. */
export function frameOf(width: number, height: number): HeatFrame {
  return {
    left: axis.left,
    top: axis.top,
    width: Math.max(1, width - axis.left - axis.right),
    height: Math.max(1, height - axis.top - axis.bottom),
  };
}

function lengthMs({ columns, stepMs }: Heat): number {
  return columns.length * stepMs;
}

function rowCount({ rows: [low, high] }: Heat): number {
  return high + 1 - low;
}

/** The pixel of a time. */
export function xOf(heat: Heat, frame: HeatFrame, ms: number): number {
  return frame.left + ((ms - (heat.columns[0] ?? 0)) / lengthMs(heat)) * frame.width;
}

/** The pixel of a value. */
export function yOf(heat: Heat, frame: HeatFrame, value: number): number {
  return yOfRow(heat, frame, rowAt(heat, value));
}

/** The pixel of a row's lower edge. */
export function yOfRow(heat: Heat, frame: HeatFrame, row: number): number {
  return frame.top + frame.height * (1 - (row - heat.rows[0]) / rowCount(heat));
}

function timeAt(heat: Heat, frame: HeatFrame, x: number): number {
  return (heat.columns[0] ?? 0) + share(x - frame.left, frame.width) * lengthMs(heat);
}

function rowAtPixel(heat: Heat, frame: HeatFrame, y: number): number {
  return heat.rows[0] + (1 - share(y - frame.top, frame.height)) * rowCount(heat);
}

function share(part: number, whole: number): number {
  return Math.max(0, Math.min(1, part / whole));
}

/** The cell at a place; null where there is none. */
export function cellAt(heat: Heat, frame: HeatFrame, { x, y }: Point): HeatCell | null {
  const column = Math.floor((timeAt(heat, frame, x) - (heat.columns[0] ?? 0)) / heat.stepMs);
  const row = Math.floor(rowAtPixel(heat, frame, y));
  return heat.cells.find((cell) => cell.column === column && cell.row === row) ?? null;
}

/** What was dragged over, between two corners. */
export function dragged(heat: Heat, frame: HeatFrame, one: Point, other: Point): HeatBox {
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [upper, lower] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  return {
    start: Math.floor(timeAt(heat, frame, left)),
    end: Math.ceil(timeAt(heat, frame, right)),
    low: valueAt(heat, rowAtPixel(heat, frame, lower)),
    high: valueAt(heat, rowAtPixel(heat, frame, upper)),
  };
}

/** The next cell that has something, from one cell to a side: in the same row or column first. */
export function neighbour(heat: Heat, from: HeatCell | null, key: string): HeatCell | null {
  const step = steps[key];
  if (step === undefined) return null;
  if (from === null) return heat.cells[0] ?? null;
  const [across, up] = step;
  const ahead = heat.cells.filter(
    ({ column, row }) => (column - from.column) * across > 0 || (row - from.row) * up > 0,
  );
  const away = ({ column, row }: HeatCell) => {
    const [dx, dy] = [Math.abs(column - from.column), Math.abs(row - from.row)];
    return across === 0 ? dx * 1000 + dy : dy * 1000 + dx;
  };
  return ahead.reduce<HeatCell | null>((best, one) => (best === null || away(one) < away(best) ? one : best), null);
}

const steps: Record<string, [across: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
