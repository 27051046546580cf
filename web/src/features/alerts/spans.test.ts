import { expect, test } from 'vitest';

import { firingSpans, stripOf, thresholdLines } from './spans';
import type { Evaluation, Transition } from './types';

function at(minute: number): string {
  return new Date(minute * 60_000).toISOString();
}

function to(minute: number, state: Transition['to'], group = ''): Transition {
  return { at: at(minute), group: [{ name: 'g', value: group }], from: 'inactive', to: state, value: 1 };
}

test('a firing goes from its start to its end', () => {
  expect(firingSpans([to(1, 'pending'), to(2, 'firing'), to(5, 'inactive')], 0)).toEqual([
    { from: 120_000, to: 300_000 },
  ]);
});

test('groups that fire at the same time make one span', () => {
  const spans = firingSpans(
    [to(9, 'inactive', 'b'), to(2, 'firing', 'a'), to(4, 'firing', 'b'), to(5, 'inactive', 'a')],
    0,
  );
  expect(spans).toEqual([{ from: 120_000, to: 540_000 }]);
});

test('what still fires goes on to the end', () => {
  expect(firingSpans([to(2, 'firing')], 600_000)).toEqual([{ from: 120_000, to: 600_000 }]);
  expect(firingSpans([], 600_000)).toEqual([]);
});

test('a range has two lines', () => {
  expect(
    thresholdLines({ thresholdType: 'between', threshold: 1, thresholdMax: 2 }, 'red').map(({ value }) => value),
  ).toEqual([1, 2]);
  expect(thresholdLines({ thresholdType: 'above', threshold: 1, thresholdMax: 2 }, 'red')).toHaveLength(1);
});

test('a strip shows the last windows, oldest first', () => {
  const list = [3, 2, 1].map((value) => ({ value }) as Evaluation);
  expect(stripOf(list, 2).map(({ value }) => value)).toEqual([2, 3]);
});
