import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { only } from '../search/where';
import { readTraces } from '../traces/state';
import { listWhere } from '../traces/where';
import { errorsAddress, requestsAddress, slowAddress } from './events';
import { failedRequests, requests } from './queries';

const source = { durationExpression: 'Duration', durationPrecision: 9 } as Source;

test('requests lead to the spans that are counted, of the service or the operation', () => {
  expect(requestsAddress({ service: 'cart' })).toEqual({
    to: '/traces',
    search: { q: requests, filters: [only('ServiceName', 'cart')] },
  });
  expect(requestsAddress({ service: 'cart', operation: 'GET /' }).search.filters).toEqual([
    only('ServiceName', 'cart'),
    only('SpanName', 'GET /'),
  ]);
});

test('errors lead to the failed ones, in the range that is given', () => {
  const range = { from: '2026-11-10T00:00:00.000Z', to: '2026-11-10T01:00:00.000Z' };
  const { search } = errorsAddress({ service: 'cart', range });
  expect(search).toMatchObject(range);
  const where = listWhere(readTraces(search), source);
  for (const part of failedRequests.split(/ (?=StatusCode)/)) expect(where).toContain(part);
});

test('a latency leads to the requests that took as long or longer, the slowest first', () => {
  const { search } = slowAddress({ service: 'cart' }, 123_456_789, source);
  expect(search).toMatchObject({ order: 'slowest', minMs: 123.456 });
  expect(listWhere(readTraces(search), source)).toContain('Duration:>=123456000');
  expect(slowAddress({ service: 'cart' }, 0, source).search.minMs).toBe(0);
  expect(slowAddress({ service: 'cart' }, 1_000_000, source).search.minMs).toBe(1);
});
