import { dayOf, monthDay, monthStart, weekday, type Day } from './wall';

/** Days after each other: from the first up to, not including, the last. */
export interface Days {
  first: Day;
  after: Day;
}

const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const monthsMax = months.length;

/** Reads a day, week, month or year, seen from today; what names no year is the latest that has begun. */
export function readDays(text: string, today: Day): Days | null {
  return readNear(text, today) ?? readNumbers(text, today) ?? readMonth(text, today);
}

function oneDay(first: Day | null): Days | null {
  return first === null ? null : { first, after: first + 1 };
}

/** `today`, `yesterday`, `monday`, `last friday`, `this week`, `last month`. */
function readNear(text: string, today: Day): Days | null {
  if (text === 'today') return oneDay(today);
  if (text === 'yesterday') return oneDay(today - 1);
  const [, which, name = ''] = /^(?:(this|last|previous) )?([a-z]+)$/.exec(text) ?? [];
  const named = indexIn(weekdays, name);
  if (named >= 0) return oneDay(latestWeekday(named, which === undefined || which === 'this' ? today : today - 1));
  return which === undefined ? null : periodOf(name, which === 'this' ? 0 : -1, today);
}

function latestWeekday(named: number, upTo: Day): Day {
  return upTo - ((weekday(upTo) - named + 7) % 7);
}

function periodOf(name: string, away: number, today: Day): Days | null {
  if (name === 'week') {
    const first = today - weekday(today) + 7 * away;
    return { first, after: first + 7 };
  }
  if (name === 'month') return { first: monthStart(today, away), after: monthStart(today, away + 1) };
  if (name !== 'year') return null;
  const { month } = monthDay(today);
  const toJanuary = 1 - month + 12 * away;
  return { first: monthStart(today, toJanuary), after: monthStart(today, toJanuary + 12) };
}

/** `2026-11-15`, `2026/11/15`, `2026-11`, `15.11.2026`, `15.11.`, `15/11/2026` */
function readNumbers(text: string, today: Day): Days | null {
  const iso = /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?$/.exec(text);
  if (iso !== null && iso[3] === undefined) return monthOf(Number(iso[1]), Number(iso[2]));
  if (iso !== null) return oneDay(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const dots = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(text);
  if (dots !== null) return oneDay(dated(Number(dots[1]), Number(dots[2]), dots[3], today));
  const slashes = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text);
  return slashes === null ? null : oneDay(slashed(Number(slashes[1]), Number(slashes[2]), slashes[3], today));
}

/** `17/11/2026`, `11/17/2026`: as long as only one of the two can be the month, or both are the same. */
function slashed(one: number, other: number, year: string | undefined, today: Day): Day | null {
  if (one <= monthsMax && other <= monthsMax && one !== other) return null;
  return one > monthsMax ? dated(one, other, year, today) : dated(other, one, year, today);
}

/** `nov 15`, `15 November 2026`, `Sun, 15 Nov`, `november`, `nov 2026`. */
function readMonth(text: string, today: Day): Days | null {
  const words = text.split(' ');
  if (words.length > 1 && indexIn(weekdays, words[0] ?? '') >= 0) words.shift();
  const at = words.findIndex((word) => indexIn(months, word) >= 0);
  const numbers = words.filter((_, index) => index !== at).map((word) => word.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'));
  if (at < 0 || numbers.length > 2 || !numbers.every((number) => /^(?:\d{1,2}|\d{4})$/.test(number))) return null;
  const month = indexIn(months, words[at] ?? '') + 1;
  const years = numbers.filter((number) => number.length === 4);
  const days = numbers.filter((number) => number.length < 4);
  if (years.length > 1 || days.length > 1) return null;
  if (days[0] !== undefined) return oneDay(dated(Number(days[0]), month, years[0], today));
  return monthOf(years[0] === undefined ? yearOf(dayNumber(month, today), today) : Number(years[0]), month);
}

/** A date; without a year the latest that is not after today, for a 29th of February in the last leap year. */
function dated(day: number, month: number, year: string | undefined, today: Day): Day | null {
  if (year !== undefined) return dayOf(Number(year), month, day);
  const thisYear = monthDay(today).year;
  for (let back = 0; back < 9; back += 1) {
    const found = dayOf(thisYear - back, month, day);
    if (found !== null && found <= today) return found;
  }
  return null;
}

function monthOf(year: number, month: number): Days | null {
  const first = dayOf(year, month, 1);
  return first === null ? null : { first, after: monthStart(first, 1) };
}

function dayNumber(month: number, today: Day): Day {
  return dayOf(monthDay(today).year, month, 1) ?? today;
}

function yearOf(first: Day, today: Day): number {
  return monthDay(today).year - (first > today ? 1 : 0);
}

/** Which name a word begins; three letters are enough. */
function indexIn(names: string[], word: string): number {
  return word.length < 3 ? -1 : names.findIndex((name) => name.startsWith(word));
}
