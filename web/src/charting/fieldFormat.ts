import type { NumberFormat, Source } from '../api/stack.gen';
import { formatterOf } from '../number';
import { writeQuantity } from '../quantity';
import { expressionFormat, unitFormat } from './format';

/** Ends of names that say what a number is in, and that unit as senders of metrics name it. */
const ends: [RegExp, string][] = [
  [/(?:^|[._])(?:ms|millis|milliseconds)$/i, 'ms'],
  [/(?:^|[._])(?:micros|microseconds)$|(?:duration|latency|elapsed)_us$/i, 'us'],
  [/(?:^|[._])(?:ns|nanos|nanoseconds)$/i, 'ns'],
  [/(?:^|[._])(?:secs|seconds)$|(?:duration|latency|elapsed|timeout)_s$/i, 's'],
  [/(?:^|[._])bytes$|body\.size$|content[._-]length$/i, 'By'],
  [/(?:^|[._])(?:percent|pct)$/i, '%'],
];

/** How the numbers of a column or of an attribute are written; undefined when its unit is not known. */
export function fieldFormat(expression: string, source: Source | undefined): NumberFormat | undefined {
  const name = /\['(.+)'\]$/.exec(expression)?.[1] ?? expression;
  const unit = ends.find(([end]) => end.test(name))?.[1];
  return expressionFormat(expression, source) ?? (unit === undefined ? undefined : unitFormat(unit));
}

/** A value with its unit: `1.24 s`; null for what is no number. */
export function quantityText(value: unknown, format: NumberFormat | undefined): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (format === undefined || typeof text !== 'string' || !isNumeric(text)) return null;
  return formatterOf(format)(Number(text));
}

/** The same with all digits, so that different values stay different: `1.241 s`. */
export function exactText(value: string, format: NumberFormat | undefined): string {
  return format !== undefined && isNumeric(value) ? writeQuantity(Number(value), format) : value;
}

/** Says whether a text is a decimal number. */
export function isNumeric(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text);
}
