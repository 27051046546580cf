import { expect, test } from 'vitest';

import { dayOf, isoDay } from '../../time/wall';
import { dayName, daysText, monthName, moved, weeksOf } from './month';

const day = dayOf(2026, 11, 15) ?? 0;
const later = dayOf(2027, 12, 31) ?? 0;

test('a month is shown in whole weeks', () => {
  const weeks = weeksOf(day);
  expect(weeks.length).toBe(6);
  expect(isoDay(weeks[0]?.[0] ?? 0)).toBe('2026-10-26');
  expect(weeks.flat().map(isoDay)).toContain('2026-11-30');
  expect(weeksOf(dayOf(2027, 2, 3) ?? 0).length).toBe(4);
});

test.each([
  ['ArrowLeft', '2026-11-14'],
  ['ArrowDown', '2026-11-22'],
  ['Home', '2026-11-09'],
  ['End', '2026-11-15'],
  ['PageUp', '2026-10-15'],
  ['Shift+PageUp', '2025-11-15'],
  ['PageDown', '2026-12-15'],
])('%s leads to %s', (key, want) => {
  expect(isoDay(moved(day, key, later) ?? 0)).toBe(want);
});

test('no key leads into the future', () => {
  expect(moved(day, 'PageDown', day + 3)).toBe(day + 3);
  expect(moved(day, 'x', later)).toBeNull();
});

test('days have names, and can be typed', () => {
  expect([monthName(day), dayName(day)]).toEqual(['November 2026', 'Sunday 15 November 2026']);
  expect([daysText(day, day), daysText(day, day - 2)]).toEqual(['2026-11-15', '2026-11-13 to 2026-11-15']);
});
