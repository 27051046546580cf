import { expect, test } from 'vitest';

import { slicesOf } from './slices';

function cell(name: string, value: number | null) {
  return { bucket: 0, group: [name], values: [value] };
}

test('groups become shares, the largest first', () => {
  const slices = slicesOf([cell('a', 1), cell('b', 3), cell('', null)], 0);
  expect(slices.map(({ name, share }) => [name, share])).toEqual([
    ['b', 0.75],
    ['a', 0.25],
    ['(empty)', 0],
  ]);
  expect(slices[0]?.path).toMatch(/^M0\.0000 -1\.0000 A1 1 0 1 1 -1\.0000/);
});

test('a single group is a whole ring', () => {
  expect(slicesOf([cell('a', 2)], 0)[0]?.path).toMatch(/^M1 0 A1 1 0 1 1 -1 0/);
});

test('a limit keeps the largest, and nothing is not divided', () => {
  expect(slicesOf([cell('a', 1), cell('b', 3)], 1)).toHaveLength(1);
  expect(slicesOf([cell('a', 0)], 0)[0]?.share).toBe(0);
});
