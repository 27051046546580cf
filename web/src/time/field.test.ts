import { expect, test } from 'vitest';

import { offsetText, toField } from './field';

const at = Date.UTC(2026, 0, 31, 14, 0, 5, 250);

test.each([
  ['UTC', '2026-01-31 14:00:05'],
  ['Asia/Kolkata', '2026-01-31 19:30:05'],
])('an instant is written on the clock of %s', (zone, want) => {
  expect(toField(at, zone)).toBe(want);
});

test('the hour that comes twice is told apart', () => {
  const first = Date.parse('2026-10-25T00:30:00Z');
  expect(toField(first, 'Europe/Berlin')).toBe('2026-10-25 02:30:00');
  expect(toField(first + 3_600_000, 'Europe/Berlin')).toBe('2026-10-25 02:30:00+01:00');
  expect(offsetText(-12_600_000)).toBe('-03:30');
});
