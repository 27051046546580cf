import { expect, test } from 'vitest';

import { isShift, moved, shiftMs, shiftWords } from './shift';

test('a shift is a number and a unit, at most 366 days', () => {
  expect(['1h', '90m', '30s', '366d', '52w'].every(isShift)).toBe(true);
  expect(['', '0h', '-1h', '1y', '1.5h', '367d', '53w', '999999w', 'week'].some(isShift)).toBe(false);
});

test('a shift has a length and words', () => {
  expect(shiftMs('1w')).toBe(604_800_000);
  expect(shiftMs('90m')).toBe(5_400_000);
  expect(shiftMs(undefined)).toBe(0);
  expect(shiftMs('x')).toBe(0);
  expect(shiftWords('1w')).toBe('1 week earlier');
  expect(shiftWords('90m')).toBe('90 minutes earlier');
  expect(shiftWords(undefined)).toBe('');
});

test('both ends of a span move', () => {
  expect(moved({ start: 10, end: 20 }, -5)).toEqual({ start: 5, end: 15 });
});
