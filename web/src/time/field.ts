import type { Zone } from './format';

const form = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?(Z)?$/;

/** Writes an instant as people type it: `2026-01-31 14:00:00`. */
export function toField(ms: number, zone: Zone): string {
  const date = new Date(ms);
  const shifted = zone === 'UTC' ? date : new Date(ms - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads what people type; null when it is no time. A Z at the end means UTC in any case. */
export function fromField(text: string, zone: Zone): number | null {
  const match = form.exec(text.trim());
  if (match === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milli = Number((match[7] ?? '').padEnd(3, '0'));
  const isUTC = zone === 'UTC' || match[8] !== undefined;
  const parts = [year, month - 1, day, hour, minute, second, milli] as const;
  const ms = isUTC ? Date.UTC(...parts) : new Date(...parts).getTime();
  return isReal(ms, [year, month, day, hour, minute], isUTC) ? ms : null;
}

/** The 31st of June is no day: the calendar would silently take the next one. */
function isReal(ms: number, [year, month, day, hour, minute]: number[], isUTC: boolean): boolean {
  const date = new Date(ms);
  const read = isUTC
    ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()]
    : [date.getFullYear(), date.getMonth() + 1, date.getDate(), date.getHours(), date.getMinutes()];
  return read.every((value, at) => value === [year, month, day, hour, minute][at]);
}
