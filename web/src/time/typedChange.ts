import { offsetText, toField } from './field';
import type { Zone } from './format';
import { isoDay, offsetAt, timeOf, timesOn, type Day } from './wall';

/** What is said of a time of day that never comes. */
export const skippedWords = 'is skipped, as clocks go forward';

/** Says what is taken for a time of day that comes twice or never, as the clocks change; null for any other. */
export function changeWords(day: Day, clockMs: number, zone: Zone): string | null {
  const [first, second] = timesOn(day, zone, clockMs);
  const typed = `${clockText(clockMs)} on ${isoDay(day)}`;
  if (first === undefined) {
    const taken = clockText(shownMs(timeOf(day, zone, clockMs), zone));
    return `${typed} ${skippedWords}: ${taken} is taken`;
  }
  if (second === undefined) return null;
  const offset = offsetText(offsetAt(first, zone));
  return `${typed} comes twice, as clocks go back: the first is taken, UTC${offset}. For the second type ${toField(second, zone)}`;
}

/** What the clock shows at an instant, since midnight. */
function shownMs(at: number, zone: Zone): number {
  return (at + offsetAt(at, zone)) % 86_400_000;
}

/** `02:30`, with seconds where there are some. */
function clockText(ms: number): string {
  return new Date(ms % 86_400_000).toISOString().slice(11, ms % 60_000 === 0 ? 16 : 19);
}
