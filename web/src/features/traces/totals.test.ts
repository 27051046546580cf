import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import type { Search } from './matches';
import { readFirsts } from './totals';

const about = {
  source: { id: 's' } as Source,
  select: 'TraceId',
  span: { start: 0, end: 1000 },
  signal: new AbortController().signal,
};

/** A server with spans in the order of time, which returns no more of them than are asked for. */
function serverOf(spans: Row[]): Search {
  return ({ where = '', limit = 0 }) => {
    const ids = new Set([...where.matchAll(/'(\w+)'/g)].map(([, id]) => id));
    const found = spans.filter(
      ({ TraceId, ParentSpanId }) =>
        ids.has(String(TraceId)) && (!where.startsWith('ParentSpanId') || ParentSpanId === ''),
    );
    return Promise.resolve({ data: found.slice(0, limit), meta: found.length > limit ? { cursor: 'more' } : {} });
  };
}

const span = (TraceId: string, SpanId: string, ParentSpanId = ''): Row => ({ TraceId, SpanId, ParentSpanId });

test('a trace begins with its first span without a parent, or with its first span', async () => {
  const spans = [
    span('roots', 'early child', 'root 0'),
    span('roots', 'root 0'),
    span('roots', 'root 1'),
    ...Array.from({ length: 2500 }, (_, at) => span('orphans', `orphan ${at}`, 'lost')),
    span('late', 'only', 'lost'),
  ];
  const firsts = await readFirsts(serverOf(spans), ['roots', 'orphans', 'late'], about);
  expect([...firsts].map(([id, { SpanId }]) => [id, SpanId])).toEqual([
    ['roots', 'root 0'],
    ['orphans', 'orphan 0'],
    ['late', 'only'],
  ]);
});
