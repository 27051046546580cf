import { expect, test } from 'vitest';

import { firstPage } from './matches';
import { inOrder, listOf } from './queries';

const trace = (id: string, at: number) => ({ id, first: { at, Duration: at }, match: { at }, totals: undefined });

test('a trace that several pages found is listed once, where it was found first', () => {
  const pages = [
    { traces: [trace('a', 1), trace('b', 1)], next: firstPage },
    { traces: [trace('b', 2), trace('c', 2)], next: undefined },
  ];
  expect(listOf(pages)).toEqual([trace('a', 1), trace('b', 1), trace('c', 2)]);
});

const took = (id: string, first: number, length: number) => ({
  id,
  first: { Duration: first },
  match: { Duration: first },
  totals: { spans: 1, errors: 0, roots: 1, start: 0, length },
});

test('traces that are found by their first spans are in the order of how long they took as a whole', () => {
  const found = [took('one root', 10, 10), took('three roots', 4, 14), trace('unknown', 0)];
  expect(inOrder(found, 'slowest').map(({ id }) => id)).toEqual(['three roots', 'one root', 'unknown']);
  expect(inOrder(found, 'newest')).toBe(found);
});
