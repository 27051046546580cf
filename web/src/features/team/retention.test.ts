import { expect, test } from 'vitest';

import { isSame, retentionDaysMax, retentionOf, shortened } from './retention';

const month = { logDays: 30, traceDays: 30, metricDays: 30 };

test.each([1, 30, retentionDaysMax])('%d days are taken', (logDays) => {
  expect(retentionOf({ ...month, logDays })).toEqual({ ...month, logDays });
});

test.each([0, -1, 1.5, retentionDaysMax + 1, '', '30'])('%j is no number of days', (traceDays) => {
  expect(retentionOf({ ...month, traceDays })).toBeNull();
});

test('only what is kept for a shorter time is deleted', () => {
  expect(shortened(month, { logDays: 7, traceDays: 30, metricDays: 90 })).toEqual(['logDays']);
  expect(shortened(month, month)).toEqual([]);
});

test('a change of one kind is a change', () => {
  expect(isSame(month, { ...month })).toBe(true);
  expect(isSame(month, { ...month, metricDays: 31 })).toBe(false);
});
