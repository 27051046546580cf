import { expect, test } from 'vitest';

import { clockTime, dateTime, dayTime, duration, spanWords } from './format';

const at = Date.UTC(2026, 10, 15, 14, 3, 22, 118);

test('times', () => {
  expect(clockTime(at, 'UTC')).toBe('14:03:22.118');
  expect(dateTime(at, 'UTC')).toBe('15 Nov 2026 14:03:22');
  expect(dayTime(at, 'UTC')).toBe('15 Nov 14:03:22.118');
});

test('a span within a day names the day once', () => {
  expect(spanWords(at, at + 60_000, 'UTC')).toBe('15 Nov 2026 14:03:22 – 14:04:22');
  expect(spanWords(at, at + 86_400_000, 'UTC')).toBe('15 Nov 2026 14:03:22 – 16 Nov 2026 14:03:22');
});

test.each([
  [0, '0'],
  [480, '480 ns'],
  [48_200, '48.2 µs'],
  [312_400_000, '312 ms'],
  [1_243_000_000, '1.24 s'],
  [60e9, '1 min'],
  [95e9, '1 min 35 s'],
  [119.7e9, '2 min'],
  [3599.8e9, '1 h'],
  [7199e9, '2 h'],
  [86_399e9, '1 d'],
  [90_000e9, '1 d 1 h'],
  [5400e9, '1 h 30 min'],
])('duration(%d)', (ns, want) => {
  expect(duration(ns)).toBe(want);
});
