import { expect, test } from 'vitest';

import { stackUp, summarize } from './stack';

const series = (values: (number | null)[]) => ({ name: 'x', color: '', values });

test('series stand upon each other', () => {
  expect(stackUp([series([1, 2]), series([3, 4])])).toEqual([
    [1, 2],
    [4, 6],
  ]);
});

test('a gap stays a gap and lifts nothing', () => {
  expect(stackUp([series([1, null]), series([null, 4])])).toEqual([
    [1, null],
    [null, 4],
  ]);
});

test('a summary leaves gaps out', () => {
  expect(summarize([4, null, 2])).toEqual({ min: 2, avg: 3, max: 4, last: 2, sum: 6 });
  expect(summarize([null])).toEqual({ min: null, avg: null, max: null, last: null, sum: 0 });
});

test('the average of the largest numbers is one', () => {
  const most = Number.MAX_VALUE;
  expect((summarize([most, most, null, most]).avg ?? 0) / most).toBeCloseTo(1);
  expect(summarize([most, -most]).avg).toBe(0);
});
