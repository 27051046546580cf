import { expect, test } from 'vitest';

import { pickSeries } from './pick';
import type { ChartKind } from './types';

const content = {
  times: [0, 1],
  series: [
    { name: 'a', color: '', values: [10, null] },
    { name: 'b', color: '', values: [4, 2] },
  ],
};
const nobody = new Set<string>();
const picked = (kind: ChartKind, at: number, y: number, hidden = nobody) =>
  pickSeries(content, kind, hidden, { at, y })?.name;

test('of lines the nearest is meant', () => {
  expect(picked('line', 0, 9)).toBe('a');
  expect(picked('line', 0, 1)).toBe('b');
  expect(picked('line', 1, 9)).toBe('b');
});

test('of a stack the part that is there, or the topmost', () => {
  expect(picked('bars', 0, 9)).toBe('a');
  expect(picked('bars', 0, 12)).toBe('b');
  expect(picked('area', 0, 99)).toBe('b');
});

test('what is hidden or empty is not meant', () => {
  expect(picked('line', 0, 9, new Set(['a']))).toBe('b');
  expect(picked('line', 1, 9, new Set(['b']))).toBeUndefined();
});
