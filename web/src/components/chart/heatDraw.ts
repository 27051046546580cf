import type { Scheme } from '../../colors';
import type { Formatter } from '../../number';
import { accent, dark, light } from '../../theme';
import type { Zone } from '../../time/format';
import { boxOf, type Heat, type HeatBox, type HeatCell } from './heat';
import { xOf, yOf, yOfRow, type HeatFrame } from './heatFrame';
import { timeTicks, valueTicks } from './heatTicks';

/** Everything that decides how a heatmap looks, besides its cells. */
export interface HeatLook {
  scheme: Scheme;
  zone: Zone;
  format: Formatter;
  /** The part that is selected. */
  box: HeatBox | null;
  /** The cell under the pointer, or that the keys have come to. */
  cell: HeatCell | null;
}

const font = "11px 'Inter Variable', system-ui, sans-serif";
/** An error is seen in a cell of any size. */
const errorPixelsMin = 2;

/** The colours of the least and of the most. */
export const ramp: Record<Scheme, [string, string]> = {
  light: [accent[1], accent[9]],
  dark: [accent[9], accent[1]],
};

/** Draws cells with their axes. */
export function drawHeat(context: CanvasRenderingContext2D, heat: Heat, frame: HeatFrame, look: HeatLook): void {
  const palette = look.scheme === 'dark' ? dark : light;
  context.font = font;
  drawAxes(context, heat, frame, look);
  for (const cell of heat.cells) drawCell(context, heat, frame, { cell, scheme: look.scheme, bad: palette.bad });
  if (look.box !== null) drawBox(context, rectOf(heat, frame, look.box), palette.text);
  if (look.cell !== null) outline(context, rectOf(heat, frame, boxOf(heat, look.cell)), palette.text);
}

function drawAxes(context: CanvasRenderingContext2D, heat: Heat, frame: HeatFrame, look: HeatLook): void {
  const { border, dimmed } = look.scheme === 'dark' ? dark : light;
  [context.strokeStyle, context.fillStyle, context.lineWidth] = [border, dimmed, 1];
  [context.textAlign, context.textBaseline] = ['right', 'middle'];
  for (const value of valueTicks(heat, frame.height)) {
    const y = Math.round(yOf(heat, frame, value)) + 0.5;
    line(context, [frame.left - 4, y], [frame.left + frame.width, y]);
    context.fillText(look.format(value), frame.left - 8, y);
  }
  [context.textAlign, context.textBaseline] = ['center', 'top'];
  const bottom = frame.top + frame.height;
  for (const { at, text } of timeTicks(heat, frame.width, look.zone)) {
    const x = Math.round(xOf(heat, frame, at)) + 0.5;
    line(context, [x, bottom], [x, bottom + 4]);
    const half = context.measureText(text).width / 2;
    context.fillText(text, Math.min(x, frame.left + frame.width + 8 - half), bottom + 7);
  }
}

function line(context: CanvasRenderingContext2D, from: [number, number], to: [number, number]): void {
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

interface DrawnCell {
  cell: HeatCell;
  scheme: Scheme;
  /** The colour of errors. */
  bad: string;
}

/** A cell; what of it are errors stands at its foot. */
function drawCell(context: CanvasRenderingContext2D, heat: Heat, frame: HeatFrame, { cell, scheme, bad }: DrawnCell) {
  const box = boxOf(heat, cell);
  const [left, right] = [xOf(heat, frame, box.start), xOf(heat, frame, box.end)];
  const [top, bottom] = [yOfRow(heat, frame, cell.row + 1), yOfRow(heat, frame, cell.row)];
  const [width, height] = [Math.max(1, right - left - 0.5), Math.max(1, bottom - top - 0.5)];
  context.fillStyle = mix(...ramp[scheme], cell.share);
  context.fillRect(left, top, width, height);
  if (cell.errorCount === 0) return;
  const errors = Math.max(errorPixelsMin, (height * Math.min(cell.errorCount, cell.count)) / cell.count);
  context.fillStyle = bad;
  context.fillRect(left, top + height - errors, width, errors);
}

type Rect = [x: number, y: number, width: number, height: number];

function inside(value: number, least: number, length: number): number {
  return Math.max(least, Math.min(least + length, value));
}

function rectOf(heat: Heat, frame: HeatFrame, { start, end, low, high }: HeatBox): Rect {
  const [left, right] = [start, end].map((ms) => inside(xOf(heat, frame, ms), frame.left, frame.width));
  const [bottom, top] = [low, high].map((value) => inside(yOf(heat, frame, value), frame.top, frame.height));
  return [left ?? 0, top ?? 0, (right ?? 0) - (left ?? 0), (bottom ?? 0) - (top ?? 0)];
}

function drawBox(context: CanvasRenderingContext2D, rect: Rect, color: string): void {
  context.fillStyle = color;
  context.globalAlpha = 0.1;
  context.fillRect(...rect);
  context.globalAlpha = 1;
  context.setLineDash([4, 3]);
  outline(context, rect, color);
  context.setLineDash([]);
}

function outline(context: CanvasRenderingContext2D, [x, y, width, height]: Rect, color: string): void {
  [context.strokeStyle, context.lineWidth] = [color, 1.5];
  context.strokeRect(x, y, width, height);
}

/** A colour between two, written as #rrggbb. */
export function mix(from: string, to: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [one, other] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((one ?? 0) + ((other ?? 0) - (one ?? 0)) * share);
  });
  return `rgb(${parts.join(' ')})`;
}
