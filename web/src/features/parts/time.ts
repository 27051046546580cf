import type { Zone } from '../../time/format';
import { dayOf, timeOf } from '../../time/wall';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, or how far ahead, an instant is, in its largest unit. */
export function ago(at: number, now: number): string {
  const distance = Math.abs(now - at);
  const amount = lengthOf(distance);
  if (amount === null) return at > now ? 'in a moment' : 'just now';
  return at > now ? `in ${amount}` : `${amount} ago`;
}

/** A length of time rounded in its largest unit, so that a day is one for its first half hour too; null below five seconds. */
export function lengthOf(distance: number): string | null {
  if (distance < 5000) return null;
  const [seconds, minutes, hours] = [second, minute, hour].map((unit) => Math.round(distance / unit)) as [
    number,
    number,
    number,
  ];
  if (seconds < 60) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min`;
  if (hours < 48) return `${hours} h`;
  return `${Math.round(distance / day)} days`;
}

/** The later of two instants: a use is noted to the minute, and may seem to come before the beginning. */
export function notBefore(at: string | null, beginning: string): string | null {
  return at !== null && Date.parse(at) < Date.parse(beginning) ? beginning : at;
}

/** The instant of a date field's text, at the end of that day in the zone; null for an empty field. */
export function endOfDay(text: string, zone: Zone): string | null {
  const [, year, month, date] = (/^(\d{4,})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  const found = date === undefined ? null : dayOf(year ?? 0, month ?? 0, date);
  return found === null ? null : new Date(timeOf(found + 1, zone) - 1000).toISOString();
}

/** A day as `2026-11-15` in UTC, so many days before another. */
export function utcDay(now: number, daysBefore = 0): string {
  return new Date(now - daysBefore * day).toISOString().slice(0, 10);
}
