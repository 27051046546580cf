import type { ChartContent, ChartSeries } from './types';

/** The point that the keyboard has come to; by time and name, so that it stays when newer numbers come. */
export interface KeyedPoint {
  time: number;
  name: string;
}

/** The keys that move over the points of a chart. */
const moves = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'] as const;
export type Move = (typeof moves)[number];

/** Says whether a key moves over the points. */
export function isMove(key: string): key is Move {
  return (moves as readonly string[]).includes(key);
}

/** The series of a keyed point, and which of its times it is; null when the point is gone. */
export function pointOf(
  { times, series }: ChartContent,
  point: KeyedPoint | null,
): { series: ChartSeries; at: number } | null {
  if (point === null) return null;
  const at = times.indexOf(point.time);
  const one = series.find(({ name }) => name === point.name);
  return one === undefined || at < 0 || (one.values[at] ?? null) === null ? null : { series: one, at };
}

/** The point that a key leads to; null where a chart has none. The first key leads to the newest point. */
export function moved(
  content: ChartContent,
  hidden: ReadonlySet<string>,
  from: KeyedPoint | null,
  key: Move,
): KeyedPoint | null {
  const shown = content.series.filter(({ name }) => !hidden.has(name));
  const now = pointOf({ ...content, series: shown }, from);
  if (now === null) return lastOf(content.times, shown);
  const { series, at } = now;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const name = neighbour(shown, series, at, key === 'ArrowUp' ? 1 : -1).name;
    return { time: content.times[at] ?? 0, name };
  }
  const places = series.values.flatMap((value, place) => (value === null ? [] : [place]));
  const next = {
    ArrowLeft: places.indexOf(at) - 1,
    ArrowRight: places.indexOf(at) + 1,
    Home: 0,
    End: places.length - 1,
  };
  const place = places[Math.min(places.length - 1, Math.max(0, next[key]))] ?? at;
  return { time: content.times[place] ?? 0, name: series.name };
}

/** The series with the next larger or smaller number at a time. */
function neighbour(shown: ChartSeries[], series: ChartSeries, at: number, step: 1 | -1): ChartSeries {
  const ordered = shown
    .filter(({ values }) => (values[at] ?? null) !== null)
    .toSorted((one, other) => (one.values[at] ?? 0) - (other.values[at] ?? 0));
  return ordered[ordered.indexOf(series) + step] ?? series;
}

function lastOf(times: number[], shown: ChartSeries[]): KeyedPoint | null {
  for (let at = times.length - 1; at >= 0; at -= 1) {
    const one = shown.find(({ values }) => (values[at] ?? null) !== null);
    if (one !== undefined) return { time: times[at] ?? 0, name: one.name };
  }
  return null;
}
