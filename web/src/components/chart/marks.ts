import uPlot from 'uplot';

import type { Band, Threshold } from './types';

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
