import { expect, test } from 'vitest';

import { colorOf, colorsOf, severityOf } from './colors';

test('a name keeps its colour', () => {
  expect(colorOf('checkout', 'dark')).toBe(colorOf('checkout', 'dark'));
  expect(colorsOf(['checkout'], 'light')).toEqual([colorOf('checkout', 'light')]);
});

test('twelve names side by side have twelve colours', () => {
  const names = Array.from({ length: 12 }, (_, at) => `service-${at}`);
  expect(new Set(colorsOf(names, 'light')).size).toBe(12);
});

test('more names than colours start anew', () => {
  const names = Array.from({ length: 30 }, (_, at) => `service-${at}`);
  expect(colorsOf(names, 'dark')).toHaveLength(30);
});

test.each([
  ['ERROR', 'error'],
  ['Warning', 'warn'],
  ['INFO2', 'info'],
  ['critical', 'fatal'],
  ['', null],
  ['<b>', null],
])('severityOf(%j) is %j', (text, want) => {
  expect(severityOf(text)).toBe(want);
});
