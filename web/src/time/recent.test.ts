import { expect, test } from 'vitest';

import { recentIn, withRecent } from './recent';

const range = (minutes: number) => ({ from: `now-${minutes}m`, to: 'now' });

test('the last five are kept, each once, without those that are always offered', () => {
  let kept = [1, 2, 3, 4, 6].map(range);
  kept = withRecent(kept, range(3));
  expect(kept).toEqual([3, 1, 2, 4, 6].map(range));
  expect(withRecent(kept, range(7))).toEqual([7, 3, 1, 2, 4].map(range));
  expect(withRecent(kept, range(15))).toBe(kept);
});

test.each([[null], ['{'], ['7'], ['[1, {"from": 3}, {"from": "x", "to": "now"}]']])('%j holds none', (kept) => {
  expect(recentIn(kept)).toEqual([]);
});
