import { expect, test } from 'vitest';

import { isLate, latenessOf } from './lag';

const hour = 3600;

test.each([
  { interval: '1m', lagSeconds: 0, late: false },
  { interval: '1m', lagSeconds: 120, late: false },
  { interval: '1m', lagSeconds: 121, late: true },
  { interval: '1h', lagSeconds: 2 * hour, late: false },
  { interval: '1h', lagSeconds: 2 * hour + 1, late: true },
] as const)('an alert of $interval that waits for $lagSeconds s: late is $late', ({ late, ...alert }) => {
  expect(isLate({ ...alert, state: 'inactive' })).toBe(late);
  expect(isLate({ ...alert, state: 'error' })).toBe(false);
});

test('nothing is said while all alerts are in time', () => {
  expect(latenessOf([])).toBeNull();
  expect(latenessOf([{ interval: '5m', lagSeconds: 600, state: 'firing' }])).toBeNull();
});

test('those that are late are counted, and the longest wait is named', () => {
  const [inTime, late, later] = [
    { interval: '1h', lagSeconds: 900, state: 'inactive' },
    { interval: '1m', lagSeconds: 180, state: 'firing' },
    { interval: '5m', lagSeconds: 3 * hour, state: 'pending' },
  ] as const;
  expect(latenessOf([inTime, late, later])).toBe('2 of 3 alerts have been waiting, the longest for 3 h');
  expect(latenessOf([inTime, late])).toBe('1 of 2 alerts has been waiting for 3 min');
  expect(latenessOf([late])).toBe('the only alert has been waiting for 3 min');
});
