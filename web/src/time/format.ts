import { threeDigits } from '../digits';

/** Which clock times are shown in: the browser's, UTC, or that of an IANA zone such as `Europe/Berlin`. */
export type Zone = 'local' | 'UTC' | (string & {});

const secondMs = 1_000;

const forms = {
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  date: { day: '2-digit', month: 'short', year: 'numeric' },
  day: { day: '2-digit', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

type Form = keyof typeof forms;

const writers = new Map<string, Intl.DateTimeFormat>();

/** Making a writer takes much longer than writing a time. */
function write(form: Form, ms: number, zone: Zone): string {
  const key = `${form} ${zone}`;
  const writer = writers.get(key) ?? writerOf(form, zone);
  writers.set(key, writer);
  return writer.format(ms);
}

function writerOf(form: Form, zone: Zone): Intl.DateTimeFormat {
  const timeZone = zone === 'local' ? {} : { timeZone: zone };
  return new Intl.DateTimeFormat('en-GB', { ...forms[form], hourCycle: 'h23', ...timeZone });
}

/** `14:03:22.118` */
export function clockTime(ms: number, zone: Zone): string {
  return `${write('clock', ms, zone)}.${String(Math.floor(ms) % secondMs).padStart(3, '0')}`;
}

/** `14:03` */
export function minuteTime(ms: number, zone: Zone): string {
  return write('clock', ms, zone).slice(0, 5);
}

/** `15 Nov 2026 14:03:22` */
export function dateTime(ms: number, zone: Zone): string {
  return `${write('date', ms, zone)} ${write('clock', ms, zone)}`;
}

/** `15 Nov 14:03:22.118`, for rows that may be days apart. */
export function dayTime(ms: number, zone: Zone): string {
  return `${write('day', ms, zone)} ${clockTime(ms, zone)}`;
}

/** The span between two instants in as few signs as possible. */
export function spanWords(start: number, end: number, zone: Zone): string {
  const isOneDay = write('date', start, zone) === write('date', end, zone);
  const to = isOneDay ? write('clock', end, zone) : dateTime(end, zone);
  return `${dateTime(start, zone)} – ${to}`;
}

/** `1.24 s`, `312 ms`, `48 µs`; input in nanoseconds. */
export function duration(ns: number): string {
  const size = Math.abs(ns);
  if (size === 0) return '0';
  if (size < 1e3) return `${threeDigits(ns)} ns`;
  if (size < 1e6) return `${threeDigits(ns / 1e3)} µs`;
  if (size < 1e9) return `${threeDigits(ns / 1e6)} ms`;
  if (size < 60e9) return `${threeDigits(ns / 1e9)} s`;
  if (Math.round(size / 1e9) < 3600) return pair(Math.round(ns / 1e9), 60, ['min', 's']);
  if (Math.round(size / 60e9) < 1440) return pair(Math.round(ns / 60e9), 60, ['h', 'min']);
  return pair(Math.round(ns / 3600e9), 24, ['d', 'h']);
}

/** So many of the smaller unit, which are rounded before they are taken apart: 1 min 60 s is 2 min. */
function pair(count: number, perLarge: number, [largeUnit, smallUnit]: [string, string]): string {
  const [large, small] = [Math.trunc(count / perLarge), count % perLarge];
  // Beside millions of the large unit the small one says nothing.
  if (small === 0 || Math.abs(large) >= 1e6) return `${threeDigits(large)} ${largeUnit}`;
  return `${large} ${largeUnit} ${small} ${smallUnit}`;
}
