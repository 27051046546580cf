import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, type RefObject } from 'react';
import uPlot from 'uplot';

import { short, type Formatter } from '../../number';
import { useZone } from '../../time/zone';
import type { Pointed } from './ChartTooltip';
import type { Placed } from './exemplars';
import { plotNumbers, plotOptions } from './options';
import { pickSeries, type Click } from './pick';
import { plotPicture } from './plotPicture';
import { keepRedraw } from './redraw';
import type { Axes, Band, ChartContent, ChartKind, ChartSeries, Exemplar, Threshold } from './types';

export interface TimeChartProps {
  /** What the chart shows, for people who can't see it. */
  label: string;
  content: ChartContent;
  kind?: ChartKind;
  height?: number;
  format?: Formatter;
  axes?: Axes;
  thresholds?: Threshold[];
  bands?: Band[];
  exemplars?: Exemplar[];
  hidden?: ReadonlySet<string>;
  syncKey?: string;
  /** Without axes, for a strip inside of a table. */
  isBare?: boolean;
  /** Called with the ends of what was dragged over. */
  onZoom?: (start: number, end: number) => void;
  /** Called with the series and the time that were chosen, and where on the window that was. */
  onPick?: (series: ChartSeries, at: number, place: Place) => void;
}

/** A place on the window, in pixels. */
interface Place {
  x: number;
  y: number;
}

/** A point of a chart: of which series, and at which of its times. */
interface Point {
  series: ChartSeries;
  at: number;
}

const none: never[] = [];
const usual: Axes = {};
/** No series is hidden. */
export const nobody: ReadonlySet<string> = new Set();

/**
 * Draws a uPlot, and another one when anything about it changes. It returns what the plot
 * is drawn into, and where on the window a point is.
 */
export function usePlot(
  props: TimeChartProps,
  width: number,
  point: Point | null,
  onPointed: (pointed: Pointed | null) => void,
  onPlaced: (placed: Placed[]) => void,
): [RefObject<HTMLDivElement | null>, (point: Point) => Place] {
  const { content, kind = 'line', height = 220, format = short, axes = usual } = props;
  const { thresholds = none, bands = none, hidden = nobody } = props;
  const { exemplars = none, syncKey = 'page', isBare = false, onZoom, onPick } = props;
  const marks = useMemo(() => ({ exemplars, onPlaced }), [exemplars, onPlaced]);
  const target = useRef<HTMLDivElement>(null);
  const drawn = useRef<uPlot | null>(null);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [zone] = useZone();
  const numbers = useMemo(() => plotNumbers(content, kind, hidden, axes), [content, kind, hidden, axes]);
  const latest = useRef({ onZoom, onPick, point });
  useEffect(() => {
    latest.current = { onZoom, onPick, point };
  });
  const [canZoom, canPick] = [onZoom !== undefined, onPick !== undefined];
  useEffect(() => {
    if (target.current === null || width === 0) return undefined;
    const onPoint = (at: number | null, left: number, top: number) => onPointed(at === null ? null : { at, left, top });
    const onClick = (click: Click, { clientX: x, clientY: y }: MouseEvent) => {
      const series = pickSeries(content, kind, hidden, click);
      if (series !== null) latest.current.onPick?.(series, click.at, { x, y });
    };
    const look = {
      kind,
      scheme,
      zone,
      format,
      axes,
      thresholds,
      bands,
      ...marks,
      syncKey,
      isBare,
      hidden,
      isKeyed: () => latest.current.point !== null && target.current?.parentElement === document.activeElement,
      onPoint,
      onZoom: canZoom ? (start: number, end: number) => latest.current.onZoom?.(start, end) : undefined,
      onClick: canPick ? onClick : undefined,
    };
    const plot = drawPlot(plotOptions(look, content, { width, height }), numbers, target.current);
    drawn.current = plot;
    return () => {
      onPointed(null);
      drawn.current = null;
      plot.destroy();
    };
  }, [
    content,
    numbers,
    kind,
    scheme,
    zone,
    format,
    axes,
    thresholds,
    bands,
    marks,
    syncKey,
    isBare,
    hidden,
    canZoom,
    canPick,
    width,
    height,
    onPointed,
  ]);
  useCursor(drawn, content, point);
  return [target, (one) => placeOf(drawn.current, content, one)];
}

/** Draws a plot, and keeps how to draw a picture of it. */
function drawPlot(options: uPlot.Options, numbers: uPlot.AlignedData, target: HTMLElement): uPlot {
  const plot = new uPlot(options, numbers, target);
  keepRedraw(plot.ctx.canvas, (density) => plotPicture(options, numbers, density));
  return plot;
}

/** Keeps the crosshair at the point that the keyboard has come to. */
function useCursor(drawn: RefObject<uPlot | null>, content: ChartContent, point: Point | null): void {
  useEffect(() => {
    if (drawn.current !== null && point !== null) drawn.current.setCursor(cursorAt(drawn.current, content, point));
  }, [drawn, content, point]);
}

/** Where a point is in the plot. */
function cursorAt(plot: uPlot, { times }: ChartContent, { series, at }: Point): { left: number; top: number } {
  const scale = plot.scales.right !== undefined && series.isRight === true ? 'right' : 'y';
  return { left: plot.valToPos((times[at] ?? 0) / 1000, 'x'), top: plot.valToPos(series.values[at] ?? 0, scale) };
}

function placeOf(plot: uPlot | null, content: ChartContent, point: Point): Place {
  if (plot === null) return { x: 0, y: 0 };
  const { x, y } = plot.over.getBoundingClientRect();
  const { left, top } = cursorAt(plot, content, point);
  return { x: x + left, y: y + top };
}
