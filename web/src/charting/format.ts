import type { NumberFormat, SelectItem, Source } from '../api/stack.gen';

/** Units as senders of metrics name them, and how their numbers are written. */
const units: Record<string, NumberFormat> = {
  d: { output: 'duration', factor: 86_400 },
  h: { output: 'duration', factor: 3600 },
  min: { output: 'duration', factor: 60 },
  s: { output: 'duration' },
  ms: { output: 'duration', factor: 1e-3 },
  us: { output: 'duration', factor: 1e-6 },
  µs: { output: 'duration', factor: 1e-6 },
  ns: { output: 'duration', factor: 1e-9 },
  By: { output: 'byte' },
  KiBy: { output: 'byte', factor: 1024 },
  MiBy: { output: 'byte', factor: 1024 ** 2 },
  GiBy: { output: 'byte', factor: 1024 ** 3 },
  kBy: { output: 'byte', decimalBytes: true, factor: 1e3 },
  MBy: { output: 'byte', decimalBytes: true, factor: 1e6 },
  GBy: { output: 'byte', decimalBytes: true, factor: 1e9 },
  '%': { output: 'percent', factor: 0.01 },
};

/** How numbers of a unit are written; undefined for one without a writing of its own. */
export function unitFormat(unit: string): NumberFormat | undefined {
  return Object.hasOwn(units, unit) ? units[unit] : undefined;
}

/** How the numbers of a series are written unless its tile says otherwise. */
export function itemFormat(item: SelectItem, source: Source | undefined): NumberFormat | undefined {
  if (item.numberFormat !== undefined) return item.numberFormat;
  return isDuration(item, source) ? { output: 'duration', factor: secondsOf(source) } : undefined;
}

/** Counts of anything are numbers without a unit. */
export function keepsUnit(aggFn: SelectItem['aggFn']): boolean {
  return aggFn !== 'count' && aggFn !== 'count_distinct' && aggFn !== 'none';
}

function isDuration({ aggFn, valueExpression }: SelectItem, source: Source | undefined): source is Source {
  return (
    source?.kind === 'trace' && keepsUnit(aggFn) && isOf(valueExpression ?? '', source.durationExpression ?? 'Duration')
  );
}

function isOf(expression: string, duration: string): boolean {
  return expression.trim().toLowerCase() === duration.toLowerCase();
}

/** How long a 1 in the column of durations is, in seconds. */
function secondsOf({ durationPrecision }: Source): number {
  return Number(`1e-${durationPrecision ?? 3}`);
}

/** How the values of an expression, such as those of a heatmap, are written. */
export function expressionFormat(valueExpression: string, source: Source | undefined): NumberFormat | undefined {
  return itemFormat({ aggFn: 'avg', valueExpression }, source);
}
