import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { listOf, whereOfTraces } from './queries';

const trace = (id: string, at: number) => ({ id, first: { at }, match: { at } });
const source = { durationPrecision: 9 } as Source;

test('without a choice, traces are their first spans', () => {
  expect(whereOfTraces({ source, service: '', onlyErrors: false, minMs: 0 })).toBe('-ParentSpanId:*');
});

test('every choice narrows any of their spans; values can’t leave their quotes', () => {
  expect(whereOfTraces({ source, service: 'a"b', onlyErrors: true, minMs: 5 })).toBe(
    String.raw`ServiceName:"a\"b" StatusCode:"Error" Duration:>=5000000`,
  );
});

test('a trace that several pages found is listed once, where it was found first', () => {
  const pages = [
    { traces: [trace('a', 1), trace('b', 1)], cursor: 'next' },
    { traces: [trace('b', 2), trace('c', 2)], cursor: undefined },
  ];
  expect(listOf(pages)).toEqual([trace('a', 1), trace('b', 1), trace('c', 2)]);
});
