import { counted } from '../number';
import { unitMs, unitName, type TimeSpan, type Unit } from './range';

/** A length such as `90m` or `1w`, as the API takes it. */
const lengthForm = /^([1-9]\d{0,5})([smhdw])$/;
const shiftMaxMs = 366 * unitMs.d;

function partsOf(text: string): [number, Unit] | null {
  const match = lengthForm.exec(text);
  if (match === null) return null;
  const [count, unit] = [Number(match[1]), match[2] as Unit];
  return count * unitMs[unit] <= shiftMaxMs ? [count, unit] : null;
}

/** Says whether a text is a shift that the server takes. */
export function isShift(text: string): boolean {
  return partsOf(text) !== null;
}

/** How long a shift is; 0 when there is none. */
export function shiftMs(text: string | undefined): number {
  const [count, unit] = partsOf(text ?? '') ?? [0, 's'];
  return count * unitMs[unit];
}

/** A shift in words: `1 week earlier`; empty when there is none. */
export function shiftWords(text: string | undefined): string {
  const parts = partsOf(text ?? '');
  if (parts === null) return '';
  const [count, unit] = parts;
  return `${counted(count, unitName[unit])} earlier`;
}

/** A span moved by some time. */
export function moved({ start, end }: TimeSpan, byMs: number): TimeSpan {
  return { start: start + byMs, end: end + byMs };
}
