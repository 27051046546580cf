import { expect, test } from 'vitest';

import { rangeOf } from './range';

test('an axis begins at zero and leaves room above', () => {
  expect(rangeOf({}, [40, 100], [])).toEqual([0, 106]);
  expect(rangeOf({}, [-10, 90], [])).toEqual([-10, 96]);
  expect(rangeOf({}, [null, null], [])).toEqual([0, 1]);
});

test('marks are on it', () => {
  expect(rangeOf({}, [0, 10], [50])).toEqual([0, 53]);
});

test('a fitted axis begins near the least number', () => {
  expect(rangeOf({ isFitted: true }, [100, 200], [])).toEqual([94, 206]);
});

test('given ends hold, also those that leave nothing between them', () => {
  expect(rangeOf({ min: 5, max: 20 }, [0, 100], [])).toEqual([5, 20]);
  expect(rangeOf({ min: 500 }, [0, 100], [])).toEqual([500, 501]);
});

test('a logarithmic axis goes from one power of ten to another', () => {
  expect(rangeOf({ isLog: true }, [3, 450], [])).toEqual([1, 1000]);
  expect(rangeOf({ isLog: true, min: 0 }, [3, 450], [])).toEqual([1, 1000]);
  expect(rangeOf({ isLog: true }, [null, null], [0])).toEqual([1, 10]);
});

test('the largest numbers have an axis', () => {
  const most = Number.MAX_VALUE;
  expect(rangeOf({}, [0, most], [])).toEqual([0, most]);
  for (const [low, high] of [rangeOf({}, [-most, most], []), rangeOf({ isFitted: true }, [-most, 1], [])])
    expect(Number.isFinite(high - low) && high > low).toBe(true);
});
