/** A time of day. */
export interface Clock {
  /** Since midnight, as the clock shows it. */
  ms: number;
  /** It was written as a number alone, which may as well be a day. */
  isBare: boolean;
  half: 'am' | 'pm' | null;
}

const form = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)? ?(am|pm|h)?$/;
const words: Record<string, number> = { midnight: 0, noon: 12 };
const hourMs = 3_600_000;

/** Reads `14:00`, `14:00:05.250`, `2pm`, `noon`, `24:00` or `14`; null when the text is no time of day. */
export function readClock(text: string): Clock | null {
  const word = words[text];
  if (word !== undefined) return { ms: word * hourMs, isBare: false, half: null };
  const match = form.exec(text);
  if (match === null) return null;
  const [, hour = '', minute, second = '0', fraction = '', mark] = match;
  const half = mark === 'am' || mark === 'pm' ? mark : null;
  const hours = half === null ? Number(hour) : halfDay(Number(hour), half);
  const ms =
    hours * hourMs +
    Number(minute ?? 0) * 60_000 +
    Number(second) * 1000 +
    Math.floor(Number(`0.${fraction || 0}`) * 1000);
  const isGood = hours >= 0 && Number(minute ?? 0) < 60 && Number(second) < 60 && ms <= 24 * hourMs;
  return isGood ? { ms, isBare: minute === undefined && mark === undefined, half } : null;
}

/** An hour on the dial of twelve; -1 for one that is not on it. */
function halfDay(hour: number, half: 'am' | 'pm'): number {
  if (hour < 1 || hour > 12) return -1;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** In `8 to 10am` both are in the morning, in `11 to 1pm` they are not. */
export function inHalfOf(clock: Clock, other: Clock): Clock {
  if (clock.half !== null || other.half !== 'pm' || clock.ms >= 12 * hourMs) return clock;
  const later = clock.ms + 12 * hourMs;
  return later < other.ms ? { ...clock, ms: later } : clock;
}
