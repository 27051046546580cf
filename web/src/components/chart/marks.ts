import uPlot from 'uplot';

import { placeExemplars, type Frame, type Placed } from './exemplars';
import type { Band, ChartContent, ChartKind, Exemplar, Threshold } from './types';

const none: never[] = [];
const bandOpacity = 0.14;

/** Tints spans of time under the series. */
export function bandsPlugin(bands: Band[]): uPlot.Plugin {
  return { hooks: { drawClear: [(plot) => bands.forEach((band) => tint(plot, band))] } };
}

function tint(plot: uPlot, { from, to, color }: Band): void {
  const { left, top, width, height } = plot.bbox;
  const start = Math.max(left, plot.valToPos(from / 1000, 'x', true));
  const end = Math.min(left + width, plot.valToPos(to / 1000, 'x', true));
  if (end <= start) return;
  plot.ctx.save();
  plot.ctx.globalAlpha = bandOpacity;
  plot.ctx.fillStyle = color;
  plot.ctx.fillRect(start, top, Math.max(1, end - start), height);
  plot.ctx.restore();
}

/** What exemplars are drawn upon. */
interface Marked {
  exemplars: Exemplar[];
  content: ChartContent;
  kind: ChartKind;
  hidden: ReadonlySet<string>;
  ground: string;
  /** Called with where they are, in pixels of the page. */
  onPlaced: (placed: Placed[]) => void;
}

/** Draws a diamond over the series for each exemplar. */
export function exemplarsPlugin({ exemplars, content, kind, hidden, ground, onPlaced }: Marked): uPlot.Plugin {
  const draw = (plot: uPlot) => {
    const placed = placeExemplars(exemplars, content, kind, hidden, frameOf(plot));
    // The greatest are drawn last, over the others.
    placed.toReversed().forEach((one) => diamond(plot.ctx, one, ground));
    onPlaced(placed);
  };
  return { hooks: { draw: [exemplars.length === 0 ? () => onPlaced(none) : draw] } };
}

function frameOf(plot: uPlot): Frame {
  const ratio = devicePixelRatio || 1;
  const { left, top, width, height } = plot.bbox;
  return {
    left: left / ratio,
    top: top / ratio,
    width: width / ratio,
    height: height / ratio,
    x: (time) => plot.valToPos(time / 1000, 'x', true) / ratio,
    y: (value, isRight) =>
      plot.valToPos(value, isRight && plot.scales.right !== undefined ? 'right' : 'y', true) / ratio,
  };
}

const diamondPixels = 5;

function diamond(ctx: CanvasRenderingContext2D, { x, y, exemplar }: Placed, ground: string): void {
  const ratio = devicePixelRatio || 1;
  ctx.save();
  ctx.scale(ratio, ratio);
  ctx.translate(x, y);
  ctx.rotate(Math.PI / 4);
  ctx.fillStyle = exemplar.color;
  ctx.strokeStyle = ground;
  ctx.lineWidth = 1.5;
  const side = diamondPixels * Math.SQRT2;
  ctx.fillRect(-side / 2, -side / 2, side, side);
  ctx.strokeRect(-side / 2, -side / 2, side, side);
  ctx.restore();
}

/** Draws dashed lines over the series, each with its label at the right end. */
export function thresholdsPlugin(thresholds: Threshold[], ground: string): uPlot.Plugin {
  return { hooks: { draw: [(plot) => thresholds.forEach((threshold) => rule(plot, threshold, ground))] } };
}

function rule(plot: uPlot, { value, color, label }: Threshold, ground: string): void {
  const { left, width } = plot.bbox;
  const y = Math.round(plot.valToPos(value, 'y', true));
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([5 * devicePixelRatio, 4 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(left, y);
  ctx.lineTo(left + width, y);
  ctx.stroke();
  if (label !== undefined) name(ctx, label, { x: left + width, y, color, ground });
  ctx.restore();
}

interface Place {
  x: number;
  y: number;
  color: string;
  ground: string;
}

function name(ctx: CanvasRenderingContext2D, label: string, { x, y, color, ground }: Place): void {
  const ratio = devicePixelRatio;
  ctx.font = `${11 * ratio}px 'Inter Variable', system-ui, sans-serif`;
  const wide = ctx.measureText(label).width;
  ctx.fillStyle = ground;
  ctx.fillRect(x - wide - 8 * ratio, y - 8 * ratio, wide + 8 * ratio, 16 * ratio);
  ctx.fillStyle = color;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(label, x - wide - 4 * ratio, y);
}
