import { expect, test } from 'vitest';

import { slicesOf } from './slices';

function cell(name: string, value: number | null) {
  return { bucket: 0, group: [name], values: [value] };
}

test('groups become shares, in their order', () => {
  const slices = slicesOf([cell('b', 3), cell('a', 1), cell('', null)]);
  expect(slices.map(({ name, share }) => [name, share])).toEqual([
    ['b', 0.75],
    ['a', 0.25],
    ['(empty)', 0],
  ]);
  expect(slices[0]?.path).toMatch(/^M0\.0000 -1\.0000 A1 1 0 1 1 -1\.0000/);
});

test('a single group is a whole ring', () => {
  expect(slicesOf([cell('a', 2)])[0]?.path).toMatch(/^M1 0 A1 1 0 1 1 -1 0/);
});

test('nothing is not divided', () => {
  expect(slicesOf([cell('a', 0)])[0]?.share).toBe(0);
});

test('what is written is the number itself: nothing is not zero, and below zero is not either', () => {
  const slices = slicesOf([cell('a', 3), cell('b', null), cell('c', -2)]);
  expect(slices.map(({ number, value }) => [number, value])).toEqual([
    [3, 3],
    [null, 0],
    [-2, 0],
  ]);
});
