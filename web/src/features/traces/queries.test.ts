import { expect, test } from 'vitest';

import { listOf } from './queries';

const trace = (id: string, at: number) => ({ id, first: { at }, match: { at }, counts: undefined });

test('a trace that several pages found is listed once, where it was found first', () => {
  const pages = [
    { traces: [trace('a', 1), trace('b', 1)], cursor: 'next' },
    { traces: [trace('b', 2), trace('c', 2)], cursor: undefined },
  ];
  expect(listOf(pages)).toEqual([trace('a', 1), trace('b', 1), trace('c', 2)]);
});
