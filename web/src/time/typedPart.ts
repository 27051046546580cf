import type { Zone } from './format';
import { absoluteRange, readInstant } from './range';
import { readClock, type Clock } from './typedClock';
import { readDays, type Days } from './typedDays';
import { backText, readLength, type Length } from './typedLength';
import { changeWords } from './typedChange';
import { monthsLater, timeOf, wallAt, type Day } from './wall';

/** From where text is read. */
export interface Here {
  now: number;
  zone: Zone;
  today: Day;
  /** Takes what is to be said about a choice that the text leaves open. */
  note: (words: string) => void;
}

/** One end of a range, or all of it: an instant, or days with or without a time of day. */
export type Part = { kind: 'instant'; at: number; text: string } | DayPart;

interface DayPart {
  kind: 'days';
  days: Days | null;
  clock: Clock | null;
}

/** The end of days; of those that are not over, now. */
export function endOf(days: Days | null, { now, zone, today }: Here): string {
  const end = timeOf(days?.after ?? today + 1, zone);
  return end > now && timeOf(days?.first ?? today, zone) < now ? 'now' : isoOf(end);
}

export function fromOf(part: Part, here: Here): string {
  return part.kind === 'instant' ? part.text : isoOf(startOf(part, here));
}

/** When a part begins; a time of day alone is the latest that has been. */
export function startOf(part: Part, here: Here): number {
  if (part.kind === 'instant') return part.at;
  const { now, zone, today } = here;
  const clockMs = part.clock?.ms ?? 0;
  const isAhead = part.days === null && timeOf(today, zone, clockMs) > now;
  const day = part.days?.first ?? (isAhead ? today - 1 : today);
  return part.clock === null ? timeOf(day, zone) : clockOn(day, clockMs, here);
}

/** The instant of a time of day that was typed; where the clocks change, which one was taken is noted. */
export function clockOn(day: Day, clockMs: number, { zone, note }: Here): number {
  const words = changeWords(day, clockMs, zone);
  if (words !== null) note(words);
  return timeOf(day, zone, clockMs);
}

/** Reads a part; a number alone is taken for an hour only where that is fine. */
export function readPart(text: string, here: Here, isBareFine: boolean): Part | null {
  const instant = readExact(text, here);
  if (instant !== null) return { kind: 'instant', ...instant };
  const days = readDays(text, here.today);
  return days === null ? readDayClock(text, here, isBareFine) : { kind: 'days', days, clock: null };
}

/** `now`, `now-2h`, `2 hours ago`, `@1794720000000`. */
function readExact(text: string, here: Here): { at: number; text: string } | null {
  if (text.startsWith('@')) {
    const at = Number(text.slice(1));
    return Number.isNaN(at) ? null : { at, text: isoOf(at) };
  }
  const [, ago] = /^(.+) ago$/.exec(text) ?? /^now ?- ?(.+)$/.exec(text) ?? [];
  const length = ago === undefined ? null : readLength(ago);
  const relative = text === 'now' ? 'now' : length === null ? null : backFrom(length, here);
  const at = relative === null ? null : readInstant(relative, here.now);
  return at === null || relative === null ? null : { at, text: relative };
}

/** A time of day before or behind a day, or alone. */
function readDayClock(text: string, here: Here, isBareFine: boolean): Part | null {
  const words = text.split(' ');
  for (let at = words.length; at >= 0; at -= 1) {
    const [head, tail] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
    const found = dayAndClock(head, tail, here) ?? dayAndClock(tail, head, here);
    if (found !== null && (isBareFine || found.clock?.isBare !== true)) return found;
  }
  return null;
}

function dayAndClock(dayText: string, clockText: string, here: Here): DayPart | null {
  const clock = readClock(clockText);
  const days = dayText === '' ? null : readDays(dayText, here.today);
  if (clock === null || (dayText !== '' && days === null)) return null;
  return { kind: 'days', days, clock };
}

/** An instant as ranges have it; empty for one that no calendar has. */
export function isoOf(ms: number): string {
  return Number.isNaN(new Date(ms).getTime()) ? '' : absoluteRange(ms, ms).from;
}

/** The time so long ago as ranges have it. */
export function backFrom(length: Length, { now, zone, today }: Here): string {
  if ('ms' in length) return backText(length);
  const { hour, minute, second, milli } = wallAt(now, zone);
  const sinceMidnight = ((hour * 60 + minute) * 60 + second) * 1000 + milli;
  return isoOf(timeOf(monthsLater(today, -length.months), zone, sinceMidnight));
}
