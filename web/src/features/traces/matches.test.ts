import { expect, test } from 'vitest';

import type { SearchRequestBody } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { firstPage, readMatches, type Matching, type PageStart, type Search } from './matches';
import type { TraceOrder } from './state';

const start = Date.parse('2026-01-15T09:00:00Z');
const signal = new AbortController().signal;

/** Spans of traces, one after the other, each a millisecond before the one before it and as much shorter. */
function spansOf(sizes: Record<string, number>): Row[] {
  const ids = Object.entries(sizes).flatMap(([id, count]) => Array.from({ length: count }, () => id));
  return ids.map((TraceId, at) => ({
    TraceId,
    Timestamp: new Date(start - at).toISOString(),
    Duration: ids.length - at,
  }));
}

/** A server that has spans; it counts what it is asked. */
function serverOf(spans: Row[]): { search: Search; asked: SearchRequestBody[] } {
  const asked: SearchRequestBody[] = [];
  const search: Search = (body) => {
    asked.push(body);
    const without = new Set([...(body.where ?? '').matchAll(/'(\w+)'/g)].map(([, id]) => id));
    const longest = Number(/Duration <= (\d+)/.exec(body.where ?? '')?.[1] ?? Number.POSITIVE_INFINITY);
    const left = spans.filter(
      ({ TraceId, Timestamp, Duration }) =>
        !without.has(String(TraceId)) &&
        Number(Duration) <= longest &&
        Date.parse(String(Timestamp)) <= Date.parse(String(body.endTime)),
    );
    const from = Number(body.cursor ?? 0);
    const to = from + (body.limit ?? 0);
    return Promise.resolve({ data: left.slice(from, to), meta: to < left.length ? { cursor: String(to) } : {} });
  };
  return { search, asked };
}

function matchingIn(order: TraceOrder): Matching {
  return {
    body: { sourceId: 's', where: 'true', whereLanguage: 'sql' },
    span: { start: start - 3_600_000, end: start },
    order,
  };
}

/** The ids of every page. */
async function pagesOf(search: Search, order: TraceOrder): Promise<string[][]> {
  const pages: string[][] = [];
  let next: PageStart | undefined = firstPage;
  while (next !== undefined) {
    // oxlint-disable-next-line no-await-in-loop
    const page = await readMatches(search, matchingIn(order), { ...next, known: new Set(pages.flat()) }, signal);
    pages.push([...page.matches.keys()]);
    next = page.next;
  }
  return pages;
}

const few = Object.fromEntries(Array.from({ length: 53 }, (_, at) => [`few${at}`, 3]));

test.each<TraceOrder>(['newest', 'slowest'])(
  'a trace of many spans does not hide the others, %s first',
  async (order) => {
    const { search, asked } = serverOf(spansOf({ small: 1, large: 12_000, ...few }));
    const pages = await pagesOf(search, order);
    expect(pages).toEqual([['small', 'large', ...Object.keys(few)]]);
    expect(asked.length).toBeLessThan(5);
  },
);

test('each page has new traces, however many spans they have', async () => {
  const sizes = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`t${at}`, at % 5 === 0 ? 400 : 2]));
  const { search } = serverOf(spansOf(sizes));
  const pages = await pagesOf(search, 'newest');
  expect(pages.flat().toSorted()).toEqual(Object.keys(sizes).toSorted());
  expect(pages.slice(0, -1).every((page) => page.length >= 100)).toBe(true);
});

test('traces of one span take one request a page', async () => {
  const { search, asked } = serverOf(
    spansOf(Object.fromEntries(Array.from({ length: 320 }, (_, at) => [`t${at}`, 1]))),
  );
  expect((await pagesOf(search, 'newest')).map((page) => page.length)).toEqual([200, 120]);
  expect(asked.map(({ where, limit }) => [where, limit])).toEqual([
    ['true', 200],
    ['true', 200],
  ]);
});
