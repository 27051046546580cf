import type { Zone } from './format';
import {
  absoluteRange,
  defaultRange,
  readInstant,
  resolveRange,
  yearMax,
  yearMin,
  type TimeRange,
  type TimeSpan,
} from './range';
import { skippedWords } from './typedChange';
import { inHalfOf, type Clock } from './typedClock';
import { readLength } from './typedLength';
import { backFrom, clockOn, endOf, fromOf, isoOf, readPart, startOf, type Here, type Part } from './typedPart';
import { dayAt, timeOf } from './wall';

/** What typed text means, with what to know about it, or why it means nothing. */
export type Typed = { range: TimeRange; span: TimeSpan; notes: string[] } | { problem: string };

/** What people can type, for messages and hints. */
const examples = '2h, yesterday, monday 8am to 10am, nov 15, 14:00 - 15:00, 2026-11-15 14:00 to 16:30';

/** How much is shown on each side of a single instant. */
const aroundMs = 15 * 60_000;
/** No clock goes forward by more. */
const skippedMaxMs = 2 * 3_600_000;
const separators = / to | until | till | and |\.\.+|\/| - |[–—-]|,/g;

/** Reads a range as people type it, on the clocks of a zone: `2h`, `yesterday 14:00 to 15:00`, `nov 15`. */
export function readTyped(text: string, now: number, zone: Zone): Typed {
  const [given, isUTC] = cleaned(text, zone);
  const notes = new Set<string>();
  const note = (words: string) => void notes.add(words);
  const here = { now, zone: isUTC ? 'UTC' : zone, today: dayAt(now, isUTC ? 'UTC' : zone), note };
  if (given === '') return { problem: `Type a time range, such as ${examples}` };
  if (isNoLength(given)) return { problem: 'That has no length. Try 15m, or 00:00 for midnight' };
  const range =
    readNow(given) ??
    readBack(given, here) ??
    readSince(given, here) ??
    readAround(given, here) ??
    readPair(given, here);
  const found = range ?? readSingle(given, here);
  return found === null ? { problem: problemOf(text) } : checked(found, now, notes);
}

function problemOf(text: string): string {
  if (/\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?\b/.test(text) && !/\d{4}\/\d/.test(text))
    return 'Is the month or the day first? Write 2026-11-15 or 15 nov';
  return `Not understood. Try ${examples}, or epoch or RFC 3339 times`;
}

function checked(range: TimeRange, now: number, notes: ReadonlySet<string>): Typed {
  const [start, end] = [readInstant(range.from, now), readInstant(range.to, now)];
  if (start === null || end === null) return { problem: `Times are from ${yearMin} to ${yearMax}` };
  if (start >= end) return { problem: emptyProblem(start, end, now, notes) };
  return { range, span: resolveRange(range, now), notes: [...notes, ...futureNotes(start, end, now)] };
}

/** Why a range ends before it begins: its start may have been taken later than typed, as the clocks skip it. */
function emptyProblem(start: number, end: number, now: number, notes: ReadonlySet<string>): string {
  const skipped = start - end < skippedMaxMs ? [...notes].find((note) => note.includes(skippedWords)) : undefined;
  if (skipped !== undefined) return `${skipped}, so the range would be empty`;
  return start > now ? 'That begins in the future' : 'That ends before it begins';
}

function futureNotes(start: number, end: number, now: number): string[] {
  if (start > now) return ['This is in the future: there is no data yet'];
  return end > now ? ['This ends in the future: there is data up to now'] : [];
}

/** The text in one spelling, and whether it says that it is UTC. Exact times become `@` and milliseconds. */
function cleaned(text: string, zone: Zone): [string, boolean] {
  const exact = text
    .trim()
    .toLowerCase()
    .replace(/(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d:\d\d)(?:[.,](\d+))?(z|[+-]\d\d:?\d\d)(?!\d)/g, exactTime)
    .replace(/(?<![\d@.:/-])\d{10}(?:\d{3}|\d{6}|\d{9})?(?![\d:/-])/g, (digits) => `@${epochMs(digits)}`);
  const isUTC = zone === 'UTC' || /(?:\b|\d)(?:utc|gmt)\b|\dz\b/.test(exact);
  const plain = exact
    .replace(/ ?(?:utc|gmt)\b|(?<=\d)z\b/g, '')
    .replace(/(?<=\d)t(?=\d\d:)/g, ' ')
    .replace(/(?<=[a-z\d]),(?= )| at(?= )|^(?:between|from) (?=.*(?: to | until | and | - ))/g, '')
    .replace(/\s+/g, ' ');
  return [plain.trim(), isUTC];
}

function exactTime(all: string, date: string, clock: string, fraction: string | undefined, offset: string): string {
  const colon = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  const ms = Date.parse(`${date}T${clock}.${(fraction ?? '').slice(0, 3).padEnd(3, '0')}${colon.toUpperCase()}`);
  return Number.isNaN(ms) ? all : `@${ms}`;
}

/** Seconds, milli-, micro- or nanoseconds since 1970, by how many digits there are. */
function epochMs(digits: string): number {
  return Number(digits.length === 10 ? `${digits}000` : digits.slice(0, 13));
}

/** `0h`: of all lengths, nothing is none. */
function isNoLength(text: string): boolean {
  return /^-?0[^1-9]*$/.test(text) && readLength(text.replace(/^-/, '').replaceAll(/0+(?:\.0+)?/g, '1')) !== null;
}

/** `now`: nothing is there yet, so it is what there was just before. */
function readNow(text: string): TimeRange | null {
  return text === 'now' ? defaultRange : null;
}

/** `2h`, `last 90 minutes`, `past day`: up to now. */
function readBack(text: string, here: Here): TimeRange | null {
  const bare = text.replace(/^-|^(?:the )?(?:last|past|previous) /, '');
  const length = readLength(bare) ?? (bare === text ? null : readLength(`1 ${lone(bare, text)}`));
  return length === null ? null : { from: backFrom(length, here), to: 'now' };
}

/** The last week, month and year are those of the calendar; the past ones, and shorter units, end now. */
function lone(unit: string, text: string): string {
  return /^(?:week|month|year)$/.test(unit) && !text.includes('past') ? 'none' : unit;
}

/** `since yesterday 14:00`: up to now. */
function readSince(text: string, here: Here): TimeRange | null {
  const match = /^(?:since|after|from) (.+)$/.exec(text);
  const part = match === null ? null : readPart(match[1] ?? '', here, true);
  return part === null ? null : { from: fromOf(part, here), to: 'now' };
}

/** `14:03 ± 5m`, `around 14:03`. */
function readAround(text: string, here: Here): TimeRange | null {
  const match = /^(?:(?:around|about) )?(.+?)(?: ?(?:±|\+\/-|\+-) ?(.+))?$/.exec(text);
  const length = match?.[2] === undefined ? null : readLength(match[2]);
  const isAsked = length !== null || /^(?:around|about) /.test(text);
  const part = isAsked ? readPart(match?.[1] ?? '', here, false) : null;
  if (part === null || (length !== null && !('ms' in length))) return null;
  return around(startOf(part, here), length?.ms ?? aroundMs);
}

function around(at: number, ms: number): TimeRange {
  return absoluteRange(at - ms, at + ms);
}

/** Two ends with something between them: wherever both sides can be read. */
function readPair(text: string, here: Here): TimeRange | null {
  for (const { index, 0: between } of text.matchAll(separators)) {
    const ends = [text.slice(0, index).trim(), text.slice(index + between.length).trim()] as const;
    const [left, right] = [readPart(ends[0], here, true), readPart(ends[1], here, true)];
    if (left !== null && right !== null && isClear(left, right)) return rangeBetween(left, right, here);
  }
  return null;
}

/** A number alone is an hour only beside something that says so. */
function isClear(left: Part, right: Part): boolean {
  return (!isBare(left) && !isBare(right)) || hasHour(left) || hasHour(right);
}

function isBare(part: Part): boolean {
  return part.kind === 'days' && part.clock?.isBare === true;
}

function hasHour(part: Part): boolean {
  return part.kind === 'days' && part.clock !== null && (!part.clock.isBare || part.days !== null);
}

function rangeBetween(left: Part, right: Part, here: Here): TimeRange {
  const from = begunBefore(leftOf(left, right), right, here);
  const start = startOf(from, here);
  return { from: fromOf(from, here), to: toOf(right, from, start, here) };
}

/** In `15:00 to 14:00` no day is named and midnight is between them: it began yesterday and ends today, not tomorrow. */
function begunBefore(left: Part, right: Part, { today }: Here): Part {
  if (left.kind === 'instant' || right.kind === 'instant' || left.clock === null || right.clock === null) return left;
  const isOverMidnight = right.clock.ms <= left.clock.ms;
  if (left.days !== null || right.days !== null || !isOverMidnight) return left;
  return { ...left, days: { first: today - 1, after: today } };
}

/** The left end, with what only the right one says: the day of `14:00 to 15:00 yesterday`, the half of `8 to 10pm`. */
function leftOf(left: Part, right: Part): Part {
  if (left.kind === 'instant' || left.clock === null) return left;
  if (right.kind === 'instant' || right.clock === null) return left;
  const clock = inHalfOf(left.clock, right.clock);
  if (left.days !== null || right.days === null) return { ...left, clock };
  const day = clock.ms < right.clock.ms ? right.days.first : right.days.first - 1;
  return { ...left, clock, days: { first: day, after: day + 1 } };
}

function toOf(right: Part, left: Part, start: number, here: Here): string {
  if (right.kind === 'instant') return right.text;
  if (right.clock === null) return endOf(right.days, here);
  if (right.days !== null) return isoOf(startOf(right, here));
  const day = left.kind === 'days' && left.days !== null ? left.days.after - 1 : dayAt(start, here.zone);
  const isSameDay = timeOf(day, here.zone, right.clock.ms) > start || isEarlierOnClock(left, right.clock);
  return isoOf(clockOn(isSameDay ? day : day + 1, right.clock.ms, here));
}

/** Where the clocks skip the start it is taken later than typed, perhaps behind the end: that is still of the same day. */
function isEarlierOnClock(left: Part, clock: Clock): boolean {
  return left.kind === 'days' && left.clock !== null && left.clock.ms < clock.ms;
}

/** A day, week, month or year by itself, or one instant and what is around it. */
function readSingle(text: string, here: Here): TimeRange | null {
  const part = readPart(text, here, false);
  if (part === null) return null;
  if (part.kind === 'instant' || part.clock !== null) return around(startOf(part, here), aroundMs);
  return { from: fromOf(part, here), to: endOf(part.days, here) };
}
