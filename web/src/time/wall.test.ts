import { expect, test } from 'vitest';

import { dayOf, instantAt, isoDay, monthsLater, offsetAt, timeOf, wallAt, weekday } from './wall';

const hour = 3_600_000;

test.each([
  ['UTC', 0],
  ['+02:00', 2],
  ['-05:30', -5.5],
  ['Europe/Berlin', 1],
  ['America/New_York', -5],
  ['Asia/Kolkata', 5.5],
])('the clocks of %s are %d hours ahead', (zone, ahead) => {
  expect(offsetAt(Date.parse('2026-11-15T05:20:00.118Z'), zone)).toBe(ahead * hour);
});

test('what the clocks show leads back to the instant', () => {
  for (const zone of ['UTC', 'local', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns'])
    for (let at = Date.UTC(2026, 0, 1, 0, 0, 0, 7); at < Date.UTC(2027, 0, 1); at += 31 * hour)
      expect(instantAt(wallAt(at, zone), zone)).toBe(at);
});

function hours(year: number, month: number, date: number, zone: string): number {
  const day = dayOf(year, month, date) ?? 0;
  return (timeOf(day + 1, zone) - timeOf(day, zone)) / hour;
}

test('days have 23 to 25 hours', () => {
  expect(hours(2026, 3, 29, 'Europe/Berlin')).toBe(23);
  expect(hours(2026, 10, 25, 'Europe/Berlin')).toBe(25);
  expect(hours(2026, 10, 26, 'Europe/Berlin')).toBe(24);
  // Half an hour, and at midnight.
  expect(hours(2026, 4, 5, 'Australia/Lord_Howe')).toBe(24.5);
  expect(hours(2026, 9, 6, 'America/Santiago')).toBe(23);
});

function later(text: string, away: number): string {
  return isoDay(monthsLater(Date.parse(text) / 86_400_000, away));
}

test('a month later is the same date or the last one', () => {
  expect(later('2026-01-31', 1)).toBe('2026-02-28');
  expect(later('2026-03-31', -1)).toBe('2026-02-28');
  expect(later('2026-11-15', 2)).toBe('2027-01-15');
});

test('weeks begin on Monday', () => {
  expect(weekday(dayOf(2026, 11, 16) ?? 0)).toBe(0);
  expect(weekday(dayOf(1969, 12, 28) ?? 0)).toBe(6);
  expect(dayOf(2026, 6, 31)).toBeNull();
});
