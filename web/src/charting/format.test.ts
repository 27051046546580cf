import { expect, test } from 'vitest';

import type { SelectItem, Source } from '../api/stack.gen';
import { formatterOf } from '../number';
import { expressionFormat, itemFormat, unitFormat } from './format';

const spans = { kind: 'trace', durationExpression: 'Duration', durationPrecision: 9 } as Source;
const aggregates: SelectItem['aggFn'][] = ['avg', 'min', 'max', 'sum', 'quantile', 'last_value', 'any'];

test.each(aggregates)('the %s of a duration is one', (aggFn) => {
  const format = itemFormat({ aggFn, valueExpression: 'Duration' }, spans);
  expect(formatterOf(format)(1_500_000_000)).toBe('1.5 s');
});

test.each(['count', 'count_distinct', 'none'] as const)('%s has no unit', (aggFn) => {
  expect(itemFormat({ aggFn, valueExpression: 'Duration' }, spans)).toBeUndefined();
});

test('other fields, and durations of other sources, are plain numbers', () => {
  expect(itemFormat({ aggFn: 'avg', valueExpression: 'StatusCode' }, spans)).toBeUndefined();
  expect(itemFormat({ aggFn: 'avg', valueExpression: 'Duration' }, { ...spans, kind: 'log' })).toBeUndefined();
  expect(itemFormat({ aggFn: 'avg', valueExpression: 'Duration' }, undefined)).toBeUndefined();
});

test('a format of its own comes first', () => {
  const numberFormat = { output: 'number' };
  expect(itemFormat({ aggFn: 'avg', valueExpression: 'Duration', numberFormat }, spans)).toBe(numberFormat);
});

test.each([
  ['s', 90, '1 min 30 s'],
  ['ms', 250, '250 ms'],
  ['us', 48, '48 µs'],
  ['By', 2048, '2 KiB'],
  ['MBy', 3, '3 MB'],
  ['%', 42, '42 %'],
])('a metric in %s', (unit, value, want) => {
  expect(formatterOf(unitFormat(unit))(value)).toBe(want);
});

test('units without a writing of their own stay numbers', () => {
  for (const unit of ['', '1', '{jobs}', 'constructor']) expect(unitFormat(unit)).toBeUndefined();
});

test('values of a heatmap have the unit of their expression', () => {
  expect(formatterOf(expressionFormat('Duration', { ...spans, durationPrecision: 3 }))(250)).toBe('250 ms');
});
