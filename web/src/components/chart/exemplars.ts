import { stackUp } from './stack';
import type { ChartContent, ChartKind, ChartSeries, Exemplar } from './types';

/** Where a plot has its values, in pixels of its own. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The pixel of a time in milliseconds. */
  x: (time: number) => number;
  /** The pixel of a number on an axis. */
  y: (value: number, isRight: boolean) => number;
}

/** An exemplar and the middle of its mark. */
export interface Placed {
  exemplar: Exemplar;
  x: number;
  y: number;
}

/** Marks that are nearer to each other can't be told apart: the first of them is drawn. */
const apartPixels = 10;

/**
 * Where exemplars are drawn: at their own value where the chart has values like it, else on the line of their
 * series. What lies beyond an axis stands at its end. The greatest come first.
 */
export function placeExemplars(
  exemplars: Exemplar[],
  content: ChartContent,
  kind: ChartKind,
  hidden: ReadonlySet<string>,
  frame: Frame,
): Placed[] {
  const height = heights(content, kind, hidden);
  const placed: Placed[] = [];
  for (const exemplar of exemplars.toSorted((one, other) => other.value - one.value)) {
    const series = content.series.find(({ name }) => name === exemplar.series);
    if (series !== undefined && hidden.has(series.name)) continue;
    const value = exemplar.isValue ? exemplar.value : height(series, exemplar.time);
    const x = within(frame.x(exemplar.time - inset(content, kind)), frame.left, frame.width);
    const y = within(value === null ? NaN : frame.y(value, series?.isRight === true), frame.top, frame.height);
    if (placed.every((one) => Math.hypot(one.x - x, one.y - y) >= apartPixels)) placed.push({ exemplar, x, y });
  }
  return placed;
}

/** Bars stand in the middle of their bucket's beginning. */
function inset({ times }: ChartContent, kind: ChartKind): number {
  return kind === 'bars' ? stepOf(times) / 2 : 0;
}

function stepOf(times: number[]): number {
  return (times[1] ?? 0) - (times[0] ?? 0);
}

/** A number with no place, such as zero on a logarithmic axis, is at the lower end. */
function within(place: number, start: number, length: number): number {
  return Number.isFinite(place) ? Math.min(start + length, Math.max(start, place)) : start + length;
}

/** How high the line of a series is at a time; null where it has none. */
function heights(content: ChartContent, kind: ChartKind, hidden: ReadonlySet<string>) {
  const { times, series } = content;
  const drawn =
    kind === 'line'
      ? series.map(({ values }) => values)
      : stackUp(series.map((one) => (hidden.has(one.name) ? { ...one, values: one.values.map(() => null) } : one)));
  const [first, step] = [times[0] ?? 0, stepOf(times)];
  return (one: ChartSeries | undefined, time: number): number | null => {
    const values = drawn[one === undefined ? -1 : series.indexOf(one)];
    if (values === undefined) return null;
    const place = step > 0 ? (time - first) / step : 0;
    const [at, share] = [Math.floor(place), place - Math.floor(place)];
    const [before, after] = [values[at] ?? null, values[at + 1] ?? null];
    if (before === null || after === null || kind === 'bars') return before ?? after;
    return before + (after - before) * share;
  };
}

/** The place that a key leads to among so many; null for other keys. */
export function exemplarMove(key: string, at: number, count: number): number | null {
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: count - 1,
  };
  const place = places[key];
  return place === undefined ? null : Math.min(count - 1, Math.max(0, place));
}
