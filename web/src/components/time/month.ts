import { isoDay, monthsLater, monthStart, weekday, type Day } from '../../time/wall';

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const dayMs = 86_400_000;
const monthWriter = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The days of the month around a day, in whole weeks. */
export function weeksOf(day: Day): Day[][] {
  const first = monthStart(day) - weekday(monthStart(day));
  const weeks = Math.ceil((monthStart(day, 1) - first) / 7);
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_day, at) => first + week * 7 + at));
}

/** Where a key leads in the grid of a month, at most to today; null for a key that does not move. */
export function moved(day: Day, key: string, today: Day): Day | null {
  const to = target(day, key);
  return to === null ? null : Math.min(to, today);
}

function target(day: Day, key: string): Day | null {
  if (key === 'ArrowLeft') return day - 1;
  if (key === 'ArrowRight') return day + 1;
  if (key === 'ArrowUp') return day - 7;
  if (key === 'ArrowDown') return day + 7;
  if (key === 'Home') return day - weekday(day);
  if (key === 'End') return day - weekday(day) + 6;
  const months = { PageUp: -1, PageDown: 1, 'Shift+PageUp': -12, 'Shift+PageDown': 12 }[key];
  return months === undefined ? null : monthsLater(day, months);
}

/** `November 2026` */
export function monthName(day: Day): string {
  return monthWriter.format(day * dayMs);
}

/** `Sunday 15 November 2026` */
export function dayName(day: Day): string {
  return `${weekdayNames[weekday(day)]} ${Number(isoDay(day).slice(8))} ${monthName(day)}`;
}

/** Days as they can be typed, whichever was picked first. */
export function daysText(one: Day, other: Day): string {
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  return first === last ? isoDay(first) : `${isoDay(first)} to ${isoDay(last)}`;
}
