/** Which clock times are shown in. */
export type Zone = 'local' | 'UTC';

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

function part(options: Intl.DateTimeFormatOptions, zone: Zone): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, hourCycle: 'h23', ...(zone === 'UTC' && { timeZone: 'UTC' }) });
}

const clockOptions: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', second: '2-digit' };
const dateOptions: Intl.DateTimeFormatOptions = { day: '2-digit', month: 'short', year: 'numeric' };

const clocks = { local: part(clockOptions, 'local'), UTC: part(clockOptions, 'UTC') };
const dates = { local: part(dateOptions, 'local'), UTC: part(dateOptions, 'UTC') };
const days = {
  local: part({ day: '2-digit', month: 'short' }, 'local'),
  UTC: part({ day: '2-digit', month: 'short' }, 'UTC'),
};

/** `14:03:22.118` */
export function clockTime(ms: number, zone: Zone): string {
  return `${clocks[zone].format(ms)}.${String(Math.floor(ms) % secondMs).padStart(3, '0')}`;
}

/** `14:03` */
export function minuteTime(ms: number, zone: Zone): string {
  return clocks[zone].format(ms).slice(0, 5);
}

/** `15 Nov 2026 14:03:22` */
export function dateTime(ms: number, zone: Zone): string {
  return `${dates[zone].format(ms)} ${clocks[zone].format(ms)}`;
}

/** `15 Nov 14:03:22.118`, for rows that may be days apart. */
export function dayTime(ms: number, zone: Zone): string {
  return `${days[zone].format(ms)} ${clockTime(ms, zone)}`;
}

/** The span between two instants in as few signs as possible. */
export function spanWords(start: number, end: number, zone: Zone): string {
  const isOneDay = dates[zone].format(start) === dates[zone].format(end);
  const to = isOneDay ? clocks[zone].format(end) : dateTime(end, zone);
  return `${dateTime(start, zone)} – ${to}`;
}

/** `3 minutes ago`, for things whose exact time does not matter. */
export function ago(ms: number, now: number): string {
  const past = Math.max(0, now - ms);
  if (past < 60 * secondMs) return 'just now';
  if (past < hourMs) return plural(Math.floor(past / (60 * secondMs)), 'minute');
  if (past < dayMs) return plural(Math.floor(past / hourMs), 'hour');
  return plural(Math.floor(past / dayMs), 'day');
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** `1.24 s`, `312 ms`, `48 µs`; input in nanoseconds. */
export function duration(ns: number): string {
  const size = Math.abs(ns);
  if (size === 0) return '0';
  if (size < 1e3) return `${trim(ns)} ns`;
  if (size < 1e6) return `${trim(ns / 1e3)} µs`;
  if (size < 1e9) return `${trim(ns / 1e6)} ms`;
  if (size < 60e9) return `${trim(ns / 1e9)} s`;
  if (size < 3600e9) return pair([Math.floor(ns / 60e9), 'min'], [Math.round((ns % 60e9) / 1e9), 's']);
  if (size < 86_400e9) return pair([Math.floor(ns / 3600e9), 'h'], [Math.round((ns % 3600e9) / 60e9), 'min']);
  return pair([Math.floor(ns / 86_400e9), 'd'], [Math.round((ns % 86_400e9) / 3600e9), 'h']);
}

function pair([large, largeUnit]: [number, string], [small, smallUnit]: [number, string]): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** Three digits are enough to compare by. */
function trim(value: number): string {
  const places = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return String(Number(value.toFixed(places)));
}
