import { expect, test } from 'vitest';

import { ago, endOfDay, notBefore, utcDay } from './time';

const now = Date.parse('2026-11-15T12:00:00Z');

test.each([
  [0, 'just now'],
  [4_999, 'just now'],
  [5_000, '5 s ago'],
  [59_400, '59 s ago'],
  [59_999, '1 min ago'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [47 * 3_600_000, '47 h ago'],
  [48 * 3_600_000, '2 days ago'],
  [-90_000, 'in 2 min'],
  [-(24 * 3_600_000 - 2_000), 'in 24 h'],
  [-(7 * 24 * 3_600_000 - 2_000), 'in 7 days'],
  [-(3_600_000 - 2_000), 'in 1 h'],
  [-1_000, 'in a moment'],
])('%d ms before now is %s', (distance, want) => {
  expect(ago(now - distance, now)).toBe(want);
});

test('an empty date is no instant', () => {
  expect(endOfDay('', 'UTC')).toBeNull();
  expect(endOfDay('nonsense', 'UTC')).toBeNull();
});

test('a date means the end of that day', () => {
  expect(endOfDay('2026-11-15', 'UTC')).toBe('2026-11-15T23:59:59.000Z');
  expect(endOfDay('2026-11-15', 'Asia/Kolkata')).toBe('2026-11-15T18:29:59.000Z');
});

test('days are counted in UTC', () => {
  expect(utcDay(now)).toBe('2026-11-15');
  expect(utcDay(now, 15)).toBe('2026-10-31');
});

test('nothing is used before it was made', () => {
  const [minute, made, later] = ['2026-11-15T12:00:00Z', '2026-11-15T12:00:41Z', '2026-11-15T12:05:00Z'];
  expect(notBefore(minute, made)).toBe(made);
  expect(notBefore(later, made)).toBe(later);
  expect(notBefore(null, made)).toBeNull();
});
