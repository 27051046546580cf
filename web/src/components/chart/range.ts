import type { AxisLook } from './types';

/** Room above the highest number, as a share of the axis. */
const roomShare = 0.06;
/** What a logarithmic axis shows when there is nothing positive. */
const emptyLog: [number, number] = [1, 10];

/** The ends of an axis: those that it is given, else those that the numbers and the marks need. */
export function rangeOf(axis: AxisLook, [low, high]: (number | null)[], marks: number[]): [number, number] {
  if (axis.isLog === true) return logRange(axis, [low, high], marks);
  const least = Math.min(...(axis.isFitted === true && low != null ? [] : [0]), low ?? 0, ...marks);
  const most = Math.max(high ?? 0, ...marks);
  const room = (most - least) * roomShare;
  const min = axis.min ?? (axis.isFitted === true ? least - room : least);
  const max = axis.max ?? (most <= least ? least + 1 : most + room);
  return drawable(min, max <= min ? min + 1 : max);
}

/** The distance between two ends has to be a number, too. */
function drawable(min: number, max: number): [number, number] {
  const ends: [number, number] = [Math.max(min, -Number.MAX_VALUE), Math.min(max, Number.MAX_VALUE)];
  if (Number.isFinite(ends[1] - ends[0])) return ends;
  return [Math.max(min, -Number.MAX_VALUE / 2), Math.min(max, Number.MAX_VALUE / 2)];
}

/** From one power of ten to another. */
function logRange({ min, max }: AxisLook, ends: (number | null | undefined)[], marks: number[]): [number, number] {
  const positive = [...ends, ...marks].filter((value): value is number => typeof value === 'number' && value > 0);
  if (positive.length === 0) return emptyLog;
  const least = min !== undefined && min > 0 ? min : 10 ** Math.floor(Math.log10(Math.min(...positive)));
  const most = max !== undefined && max > 0 ? max : 10 ** Math.ceil(Math.log10(Math.max(...positive)));
  return [least, most <= least ? least * 10 : most];
}
