import { expect, test } from 'vitest';

import { fromField, toField } from './field';

const at = Date.UTC(2026, 0, 31, 14, 0, 5);

test('what is written can be read again', () => {
  expect(toField(at, 'UTC')).toBe('2026-01-31 14:00:05');
  for (const zone of ['UTC', 'local'] as const) expect(fromField(toField(at, zone), zone)).toBe(at);
});

test.each([
  ['2026-01-31', Date.UTC(2026, 0, 31)],
  ['2026-01-31T14:00:05Z', at],
  [' 2026-01-31 14:00:05.25 ', at + 250],
  ['2026-02-31 10:00', null],
  ['2026-01-31 25:00', null],
  ['tomorrow', null],
  ['', null],
])('fromField(%j) is %j', (text, want) => {
  expect(fromField(text, 'UTC')).toBe(want);
});
