import type { Zone } from './format';
import { instantAt, offsetAt, wallAt } from './wall';

/**
 * Writes an instant as people type it: `2026-01-31 14:00:00`. When the clocks are set back, an hour is shown twice:
 * its second pass has the offset behind it, so that it can be read again.
 */
export function toField(ms: number, zone: Zone): string {
  const whole = Math.floor(ms / 1000) * 1000;
  const text = new Date(whole + offsetAt(whole, zone)).toISOString().slice(0, 19).replace('T', ' ');
  return instantAt(wallAt(whole, zone), zone) === whole ? text : text + offsetText(offsetAt(whole, zone));
}

/** An offset as `+02:00`. */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / 60_000));
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offsetMs < 0 ? '-' : '+'}${hour}:${minute}`;
}
