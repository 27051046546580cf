import { expect, test } from 'vitest';

import { earlier, later, widened } from './move';
import { resolveRange, type TimeRange } from './range';

const now = Date.parse('2026-11-15T15:00:00Z');

function times(from: string, to: string): TimeRange {
  return { from: full(from), to: full(to) };
}

function full(text: string): string {
  return text.startsWith('now') ? text : `2026-11-15T${text}:00Z`;
}

function wide(range: TimeRange): TimeRange {
  return widened(range, resolveRange(range, now), now);
}

test.each([
  [times('10:00', '11:00'), times('09:30', '11:30')],
  [times('14:00', '14:50'), times('13:20', '15:00')],
  [times('now-1h', 'now'), times('now-2h', 'now')],
  [times('14:00', 'now'), times('13:00', 'now')],
  [times('now-2h', 'now-1h'), times('12:30', '14:30')],
])('%j zoomed out is %j', (range, want) => {
  expect(wide(range)).toEqual(want);
});

test('there is an end to zooming out', () => {
  let range = times('now-1h', 'now');
  for (let at = 0; at < 40; at += 1) range = wide(range);
  expect(wide(range)).toEqual(range);
});

test('a range moves by its length, and not beyond now', () => {
  const range = times('10:00', '11:00');
  const span = resolveRange(range, now);
  expect(earlier(range, span, now)).toEqual(times('09:00', '10:00'));
  expect(later(range, span, now)).toEqual(times('11:00', '12:00'));
  const last = times('13:30', '14:30');
  expect(later(last, resolveRange(last, now), now)).toEqual(times('14:00', '15:00'));
  expect(later(times('14:00', '15:00'), { start: now - 3_600_000, end: now }, now)).toBeNull();
  expect(later(times('now-1h', 'now'), resolveRange(times('now-1h', 'now'), now), now)).toBeNull();
});

test('nothing is before the first year', () => {
  const first = { from: '1970-01-01T00:00:00Z', to: '1970-01-02T00:00:00Z' };
  expect(earlier(first, resolveRange(first, now), now)).toEqual(first);
});
