import { absoluteRange, isRelative, readInstant, type TimeRange, type TimeSpan } from './range';

/** No query reads further back. */
const widestMs = 20 * 366 * 86_400_000;
const back = /^now-(\d+)([smhdw])$/;

/** A range twice as long around its centre. Nothing has happened after now, so it grows into the past from there. */
export function widened(range: TimeRange, { start, end }: TimeSpan, now: number): TimeRange {
  const width = Math.min(2 * (end - start), widestMs);
  const match = back.exec(range.from);
  if (range.to === 'now' && match !== null)
    return readable({ from: `now-${2 * Number(match[1])}${match[2]}`, to: 'now' }, range, now);
  const last = Math.min((start + end + width) / 2, Math.max(now, end));
  const { from, to } = absoluteRange(last - width, last);
  return readable({ from, to: range.to === 'now' ? 'now' : to }, range, now);
}

function readable(range: TimeRange, otherwise: TimeRange, now: number): TimeRange {
  return readInstant(range.from, now) === null ? otherwise : range;
}

/** The same length before the range, or the range itself where no time is before it. */
export function earlier(range: TimeRange, { start, end }: TimeSpan, now: number): TimeRange {
  return readable(absoluteRange(2 * start - end, start), range, now);
}

/** The same length after the range, at most up to now; null for a range that is there already. */
export function later(range: TimeRange, { start, end }: TimeSpan, now: number): TimeRange | null {
  if (range.to === 'now' || (!isRelative(range) && end >= now)) return null;
  const last = Math.min(2 * end - start, now);
  return absoluteRange(last - (end - start), last);
}
