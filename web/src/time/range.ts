/** A range as people share it: instants such as `now-15m`, RFC 3339 times in UTC, or epoch milliseconds as text. */
export interface TimeRange {
  from: string;
  to: string;
}

/** A range as queries need it, in epoch milliseconds. */
export interface TimeSpan {
  start: number;
  end: number;
}

export const defaultRange: TimeRange = { from: 'now-1h', to: 'now' };

export type Unit = 's' | 'm' | 'h' | 'd' | 'w';

export const unitMs: Record<Unit, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
export const unitName: Record<Unit, string> = { s: 'second', m: 'minute', h: 'hour', d: 'day', w: 'week' };
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
const relative = /^now(?:-(\d{1,6})([smhdw]))?$/;

/** The years that the APIs read. */
export const [yearMin, yearMax] = [1970, 2105];
const [instantMin, instantMax] = [Date.UTC(yearMin, 0), Date.UTC(yearMax + 1, 0) - 1];

/** The relative ranges that the picker offers. */
export const presets: TimeRange[] = ['5m', '15m', '30m', '1h', '3h', '6h', '12h', '1d', '3d', '7d', '30d'].map(
  (back) => ({
    from: `now-${back}`,
    to: 'now',
  }),
);

/** The unit of a relative time; `now` alone is 0 seconds ago. */
function unitIn(match: RegExpExecArray): Unit {
  return (match[2] ?? 's') as Unit;
}

/** Reads an instant; null when the text is none, or one that the APIs refuse. */
export function readInstant(text: string, now: number): number | null {
  const at = instantIn(text, now);
  return at >= instantMin && at <= instantMax ? at : null;
}

function instantIn(text: string, now: number): number {
  const match = relative.exec(text);
  if (match !== null) return now - Number(match[1] ?? 0) * unitMs[unitIn(match)];
  if (isoTime.test(text)) return Date.parse(text);
  return /^\d{13}$/.test(text) ? Number(text) : Number.NaN;
}

/** Resolves a range; a range that can't be read or that is empty becomes the default one. */
export function resolveRange(range: TimeRange, now: number): TimeSpan {
  const [start, end] = [readInstant(range.from, now), readInstant(range.to, now)];
  if (start !== null && end !== null && start < end) return { start, end };
  return range === defaultRange ? { start: now - unitMs.h, end: now } : resolveRange(defaultRange, now);
}

/** Says whether a range moves with the clock. */
export function isRelative(range: TimeRange): boolean {
  return range.from.startsWith('now') || range.to.startsWith('now');
}

/** The range between two instants. */
export function absoluteRange(start: number, end: number): TimeRange {
  return { from: isoOf(Math.floor(start)), to: isoOf(Math.ceil(end)) };
}

/** The ends of a span, as the API takes them: the last millisecond is in it as a whole. */
export function timesOf({ start, end }: TimeSpan): { startTime: string; endTime: string } {
  return { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString().replace('Z', '999999Z') };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** Reads the range out of an address; parts that are missing or broken are those of the default. */
export function rangeOf(search: Record<string, unknown>): TimeRange {
  const [from, to] = [asText(search.from), asText(search.to)];
  const isGood =
    from !== null && to !== null && readInstant(from, Date.now()) !== null && readInstant(to, Date.now()) !== null;
  return isGood ? { from, to } : defaultRange;
}

/** Addresses hold numbers as numbers. */
function asText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : null;
}

/** Words for a relative range such as `Last 15 minutes`; null for others. */
export function wordsOf(range: TimeRange): string | null {
  const match = relative.exec(range.from);
  if (range.to !== 'now' || match?.[1] === undefined) return null;
  // The last week is one of the calendar.
  if (match[1] === '1' && match[2] === 'w') return 'Last 7 days';
  const [count, unit] = [Number(match[1]), unitName[unitIn(match)]];
  return count === 1 ? `Last ${unit}` : `Last ${count} ${unit}s`;
}

/** The same length again, before the span. */
export function previousSpan(span: TimeSpan): TimeSpan {
  return { start: span.start - (span.end - span.start), end: span.start };
}
