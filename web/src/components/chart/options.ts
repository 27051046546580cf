import uPlot from 'uplot';

import { dark, light } from '../../theme';
import type { Scheme } from '../../colors';
import type { Formatter } from '../../number';
import type { Zone } from '../../time/format';
import type { Click } from './pick';
import type { Placed } from './exemplars';
import { bandsPlugin, exemplarsPlugin, thresholdsPlugin } from './marks';
import { rangeOf } from './range';
import { stackUp } from './stack';
import { stepsOf } from './steps';
import type { Axes, AxisLook, Band, ChartContent, ChartKind, ChartSeries, Exemplar, Threshold } from './types';

/** Everything that decides how a chart looks, without its numbers. */
export interface Look {
  kind: ChartKind;
  scheme: Scheme;
  zone: Zone;
  format: Formatter;
  axes: Axes;
  thresholds: Threshold[];
  bands: Band[];
  exemplars: Exemplar[];
  onPlaced: (placed: Placed[]) => void;
  /** Charts with the same key share their crosshair. */
  syncKey: string;
  isBare: boolean;
  /** Names of series that are switched off. */
  hidden: ReadonlySet<string>;
  onZoom?: ((start: number, end: number) => void) | undefined;
  /** Says whether the keyboard is moving over the points. */
  isKeyed: () => boolean;
  onPoint: (at: number | null, left: number, top: number) => void;
  /** A place was clicked, not dragged over. */
  onClick?: ((click: Click, event: MouseEvent) => void) | undefined;
}

/** A drag of fewer pixels is a click. */
const dragPixelsMin = 6;
const axisFont = "11px 'Inter Variable', system-ui, sans-serif";
/** Lower charts have no room for a line of dates. */
const datesFromPixels = 160;
const barShare = 0.86;
const barPixelsMax = 42;

/** The numbers as uPlot takes them: seconds first, then the series, the topmost of a stack first. */
export function plotNumbers(
  content: ChartContent,
  kind: ChartKind,
  hidden: ReadonlySet<string>,
  { left, right }: Axes,
): uPlot.AlignedData {
  const seconds = content.times.map((ms) => ms / 1000);
  const shown = content.series.map((series) =>
    hidden.has(series.name) ? { ...series, values: series.values.map(() => null) } : series,
  );
  if (kind !== 'line')
    return [
      seconds,
      ...stackUp(shown)
        .map((values) => drawable(values, left))
        .toReversed(),
    ];
  return [seconds, ...shown.map((series) => drawable(series.values, series.isRight === true ? right : left))];
}

/** A logarithmic axis has no place for numbers that are not positive. */
function drawable(values: (number | null)[], axis: AxisLook | undefined): (number | null)[] {
  return axis?.isLog === true ? values.map((value) => (value !== null && value > 0 ? value : null)) : values;
}

/** The options of a uPlot for a look and the series that it draws. */
export function plotOptions(look: Look, content: ChartContent, size: { width: number; height: number }): uPlot.Options {
  const colors = look.scheme === 'dark' ? dark : light;
  const series = look.kind === 'line' ? content.series : content.series.toReversed();
  const right = look.kind === 'line' ? content.series.filter(({ isRight }) => isRight) : [];
  return {
    ...size,
    // Bars at the ends need as much room as the others.
    padding: look.isBare ? [4, 0, 0, 0] : [10, 18, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: true, ...edges(look.kind, content.times) },
      y: scaleOf(look.axes.left, look.thresholds),
      ...(right.length > 0 && { right: scaleOf(look.axes.right, []) }),
    },
    axes: look.isBare ? [{ show: false }, { show: false }] : axes(look, colors, size.height >= datesFromPixels, right),
    series: [{}, ...series.map((one) => drawing(look.kind, one))],
    cursor: cursor(look, content),
    plugins: [
      bandsPlugin(look.bands),
      thresholdsPlugin(look.thresholds, colors.panel),
      exemplarsPlugin({ ...look, content, ground: colors.panel }),
    ],
    hooks: {
      setSelect: [(plot) => zoomed(plot, look)],
      setCursor: [(plot) => pointed(plot, look)],
      ready: [(plot) => listen(plot, look)],
    },
    ...(look.zone !== 'local' && { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1000), look.zone) }),
  };
}

/** Bars stand upon their bucket, so the scale needs one bucket more. */
function edges(kind: ChartKind, times: number[]): Partial<uPlot.Scale> {
  const [first, second, last] = [times[0], times[1], times.at(-1)];
  if (kind !== 'bars' || first === undefined || last === undefined) return {};
  const step = (second ?? first + 60_000) - first;
  return { range: [(first - step / 2) / 1000, (last + step / 2) / 1000] };
}

function scaleOf(axis: AxisLook = {}, thresholds: Threshold[]): uPlot.Scale {
  const marks = thresholds.map(({ value }) => value);
  const range: uPlot.Range.Function = (_plot, low, high) => rangeOf(axis, [low, high], marks);
  return { range, ...(axis.isLog === true && { distr: 3 as const }) };
}

function axes(look: Look, colors: typeof light, hasDates: boolean, right: ChartSeries[]): uPlot.Axis[] {
  const grid = { stroke: colors.hairline, width: 1 };
  const shared = { stroke: colors.dimmed, font: axisFont, ticks: { show: false }, grid };
  const others = right.map(({ format = look.format }): uPlot.Axis => ({
    ...shared,
    ...labels(format),
    scale: 'right',
    side: 1,
    grid: { show: false },
  }));
  return [
    { ...shared, size: hasDates ? 38 : 24, gap: 4, space: 90, grid: { show: false }, values: timeLabels(hasDates) },
    { ...shared, ...labels(look.format) },
    ...others.slice(0, 1),
  ];
}

function isBinary(format: Formatter): boolean {
  return /iB\b/.test(format(2 ** 20));
}

function labels(format: Formatter): Partial<uPlot.Axis> {
  return {
    incrs: (_plot, _axis, min, max) => stepsOf(max - min, isBinary(format)),
    gap: 6,
    space: 34,
    size: (plot, texts) => (texts === null ? 44 : Math.max(40, labelWidth(plot, texts) + 16)),
    // A logarithmic axis leaves labels out where they would be too many: those come as nulls.
    values: (_plot, splits) => splits.map((value) => (value === null ? '' : format(value))),
  };
}

function labelWidth(plot: uPlot, values: string[]): number {
  const longest = values.reduce((long, value) => (value.length > long.length ? value : long), '');
  plot.ctx.font = axisFont;
  return plot.ctx.measureText(longest).width / devicePixelRatio;
}

/** Clock times on 24 hours; in charts that have the room the day stands below, where it changes. */
function timeLabels(hasDates: boolean): uPlot.Axis.Values {
  const day = hasDates ? '\n{DD} {MMM}' : null;
  return [
    [86_400, '{DD} {MMM}', null, null, null, null, null, null, 1],
    [60, '{HH}:{mm}', day, null, day, null, null, null, 1],
    [1, '{HH}:{mm}:{ss}', day, null, day, null, null, null, 1],
    [0.001, '{ss}.{fff}', day, null, day, null, null, null, 1],
  ];
}

function drawing(kind: ChartKind, series: ChartContent['series'][number]): uPlot.Series {
  const { name: label, color } = series;
  const scale = kind === 'line' && series.isRight === true ? 'right' : 'y';
  if (kind === 'bars') {
    const paths = uPlot.paths.bars?.({ size: [barShare, barPixelsMax], gap: 1 });
    return { label, fill: color, stroke: color, width: 0, points: { show: false }, ...(paths && { paths }) };
  }
  // Areas hide what lies under them, so that colours don't mix.
  if (kind === 'area') return { label, stroke: color, width: 1, fill: color, points: { show: false } };
  if (series.isShadow === true) return { label, scale, stroke: color, width: 1, dash: [3, 4], points: { show: false } };
  return { label, scale, stroke: color, width: 1.5, points: { show: true, size: 4, fill: color, filter: lonePoints } };
}

/** A number between two gaps has no line; it is drawn as a point. */
function lonePoints(plot: uPlot, series: number): number[] {
  const values = plot.data[series] ?? [];
  const lone: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    if (!isGap(values[at]) && isGap(values[at - 1]) && isGap(values[at + 1])) lone.push(at);
  }
  return lone;
}

function isGap(value: number | null | undefined): boolean {
  return value === null || value === undefined;
}

function cursor(look: Look, content: ChartContent): uPlot.Cursor {
  const drag = { x: look.onZoom !== undefined, y: false, setScale: false, dist: dragPixelsMin };
  return {
    drag,
    y: false,
    points: { show: look.kind === 'line', size: 6 },
    ...(content.times.length > 1 && !look.isBare && { sync: { key: look.syncKey, setSeries: false } }),
  };
}

function zoomed(plot: uPlot, look: Look): void {
  const { left, width } = plot.select;
  if (width < dragPixelsMin) return;
  const [start, end] = [plot.posToVal(left, 'x') * 1000, plot.posToVal(left + width, 'x') * 1000];
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  look.onZoom?.(start, end);
}

/** uPlot itself keeps clicks that end a drag from coming here. */
function listen(plot: uPlot, { onClick }: Look): void {
  if (onClick === undefined) return;
  plot.over.style.cursor = 'pointer';
  plot.over.addEventListener('click', (event) => {
    const { idx, top = -1 } = plot.cursor;
    if (idx !== null && idx !== undefined && top >= 0)
      onClick(
        { at: idx, y: plot.posToVal(top, 'y'), ...(hasRight(plot) && { right: plot.posToVal(top, 'right') }) },
        event,
      );
  });
}

function hasRight(plot: uPlot): boolean {
  return plot.scales.right !== undefined;
}

/** The crosshair is shared with other charts; the numbers are shown where the pointer is, or the keyboard. */
function pointed(plot: uPlot, look: Look): void {
  const { idx, left = -1, top = -1 } = plot.cursor;
  const isHere = plot.over.matches(':hover') || look.isKeyed();
  look.onPoint(!isHere || left < 0 || idx === null || idx === undefined ? null : idx, left, top);
}
