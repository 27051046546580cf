import type { NumberFormat } from '../../api/stack.gen';
import { formatterOf, plain } from '../../number';

/** A value that an alert saw, in its unit; a dash for none. */
export function valueText(value: number | null, format: NumberFormat | undefined): string {
  if (value === null) return '–';
  return format === undefined ? plain(value) : formatterOf(format)(value);
}
