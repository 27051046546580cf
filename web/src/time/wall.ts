import type { Zone } from './format';

/** A reading of a wall clock and its calendar; the month counts from 1. */
export interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  milli: number;
}

/** A day of the calendar, counted from 1970-01-01; days have no zone and no length. */
export type Day = number;

const dayMs = 86_400_000;
const minuteMs = 60_000;
const fixedOffset = /^([+-])(\d{2}):(\d{2})$/;
const readers = new Map<Zone, Intl.DateTimeFormat>();

/** What the clocks of a zone show at an instant. */
export function wallAt(ms: number, zone: Zone): Wall {
  const date = new Date(ms + offsetAt(ms, zone));
  return {
    ...monthDay(Math.floor(date.getTime() / dayMs)),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    milli: date.getUTCMilliseconds(),
  };
}

/**
 * The instant at which the clocks of a zone show a reading. Of two (clocks were set back) it is the earlier one;
 * a reading that was skipped (clocks were set forward) is as much later as was skipped.
 */
export function instantAt(wall: Wall, zone: Zone): number {
  const shown = asUTC(wall);
  return instantsAt(shown, zone)[0] ?? shown - offsetAt(shown - dayMs, zone);
}

/** The instants at which the clocks of a zone show a reading, given as if it were UTC: one, or none or two where they change. */
function instantsAt(shown: number, zone: Zone): number[] {
  const offsets = new Set([offsetAt(shown - dayMs, zone), offsetAt(shown + dayMs, zone)]);
  return [...offsets].filter((offset) => offsetAt(shown - offset, zone) === offset).map((offset) => shown - offset);
}

/** By how many milliseconds the clocks of a zone are ahead of UTC. */
export function offsetAt(ms: number, zone: Zone): number {
  if (zone === 'UTC') return 0;
  const fixed = fixedOffset.exec(zone);
  if (fixed !== null) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3])) * minuteMs;
  // The reader knows whole seconds only.
  const whole = Math.floor(ms / 1000) * 1000;
  return shownAt(whole, zone) - whole;
}

/** The reading of a zone's clocks, as if it were UTC. */
function shownAt(ms: number, zone: Zone): number {
  const parts = new Map(
    readerOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => parts.get(type));
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Making one takes much longer than reading a time. */
function readerOf(zone: Zone): Intl.DateTimeFormat {
  const found = readers.get(zone);
  if (found !== undefined) return found;
  const made = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
    ...(zone !== 'local' && { timeZone: zone }),
  });
  readers.set(zone, made);
  return made;
}

function asUTC({ year, month, day, hour, minute, second, milli }: Wall): number {
  return Date.UTC(year, month - 1, day, hour, minute, second, milli);
}

/** The day of the calendar at an instant. */
export function dayAt(ms: number, zone: Zone): Day {
  return Math.floor((ms + offsetAt(ms, zone)) / dayMs);
}

/** The day with a date; null for a date that is in no calendar, such as the 31st of June. */
export function dayOf(year: number, month: number, day: number): Day | null {
  const found = Date.UTC(year, month - 1, day) / dayMs;
  const read = monthDay(found);
  return read.year === year && read.month === month && read.day === day ? found : null;
}

/** The date of a day. */
export function monthDay(day: Day): { year: number; month: number; day: number } {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The instant of a time of a day; midnight unless told. */
export function timeOf(day: Day, zone: Zone, sinceMidnightMs = 0): number {
  const shown = new Date(day * dayMs + sinceMidnightMs);
  const [hour, minute, second] = [shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds()];
  const date = monthDay(Math.floor(shown.getTime() / dayMs));
  return instantAt({ ...date, hour, minute, second, milli: shown.getUTCMilliseconds() }, zone);
}

/** All instants of a time of a day: one, or none or two where the clocks change. */
export function timesOn(day: Day, zone: Zone, sinceMidnightMs: number): number[] {
  return instantsAt(day * dayMs + sinceMidnightMs, zone);
}

/** The day of the week, Monday is 0. */
export function weekday(day: Day): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** The first day of the month so many months away; 0 for the day's own. */
export function monthStart(day: Day, away = 0): Day {
  const { year, month } = monthDay(day);
  return Date.UTC(year, month - 1 + away, 1) / dayMs;
}

/** The same date so many months away, or the last of that month. */
export function monthsLater(day: Day, away: number): Day {
  const last = monthStart(day, away + 1) - 1;
  return Math.min(monthStart(day, away) + monthDay(day).day - 1, last);
}

/** A day as `2026-11-15`. */
export function isoDay(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
