import type { NumberFormat } from '../../api/stack.gen';
import { formatterOf, plain, type Formatter } from '../../number';

/** From more decimals than numbers usually have, to as many as are exact. */
const decimals = { min: 3, max: 15 };

/**
 * A value that an alert saw, in its unit; a dash for none. It has as many digits
 * as it takes to tell it from the thresholds: 0.5 does not exceed 0.5.
 */
export function valueText(value: number | null, format: NumberFormat | undefined, thresholds: number[] = []): string {
  if (value === null) return '–';
  const usual: Formatter = format === undefined ? plain : formatterOf(format);
  const like = (write: Formatter) => thresholds.find((one) => one !== value && write(one) === write(value));
  if (like(usual) === undefined) return usual(value);
  for (let mantissa = decimals.min; mantissa <= decimals.max; mantissa++) {
    const exact = formatterOf({ output: 'number', ...format, average: false, mantissa });
    if (like(exact) === undefined) return exact(value);
  }
  // Units that numbers are scaled to have no more digits.
  return `${value > (like(usual) ?? value) ? '>' : '<'} ${usual(value)}`;
}
