import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { modelOf } from '../../components/trace/model';
import { leftOutWords, spanLeftOutWords } from './leftOut';
import { alikeWay, filterAddress, rangeWith, waysOf } from './ways';

const at = Date.parse('2026-11-15T05:00:00Z');
const model = modelOf([
  { SpanId: 's', SpanName: 'pay', ServiceName: 'shop', Timestamp: '2026-11-15T05:00:00Z', Duration: 1e9 },
]);
const range = { from: 'now-1h', to: 'now' };
const [span] = model.spans;

test('the page keeps its range, unless the trace lies outside', () => {
  expect(rangeWith(model, { start: at - 1, end: at + 2000 }, range)).toBe(range);
  expect(rangeWith(model, { start: at + 1, end: at + 2000 }, range)).toEqual({
    from: '2026-11-15T04:45:00Z',
    to: '2026-11-15T05:15:01Z',
  });
});

test('a span leads to its rows in both sources, and to traces alike', () => {
  if (span === undefined) throw new Error('there is a span');
  const place = { id: 't', model, source: { id: 'traces' } as Source, logSourceId: 'logs' };
  const ways = waysOf(place, span).map(({ name, address }) => [name, address.search.source]);
  expect(ways).toEqual([
    ['This span', 'traces'],
    ['Log records of the span', 'logs'],
    ['All spans of the trace', 'traces'],
    ['All log records of the trace', 'logs'],
  ]);
  expect(waysOf({ ...place, logSourceId: '' }, span)).toHaveLength(2);
  expect(waysOf(place, span)[0]?.address.search).toMatchObject({
    from: '2026-11-15T04:59:00Z',
    filters: [{ field: 'SpanId', values: ['s'] }],
  });
  expect(alikeWay(span, range).address.search).toMatchObject({
    from: 'now-1h',
    filters: [{ values: ['shop'] }, { values: ['pay'] }],
  });
});

test('an attribute filters the explorer, in and out', () => {
  const attribute = { name: 'a', field: 'SpanAttributes.a', expression: "SpanAttributes['a']", value: 'x' };
  expect(filterAddress(attribute, true, range).search).toMatchObject({
    filters: [{ field: 'SpanAttributes.a', values: ['x'], isExcluding: true }],
    spans: 'all',
  });
});

test('a trace that is longer than what is read says so', () => {
  expect(leftOutWords({ spans: 10_000, logs: 5 }, { spans: 12_345, logs: 5 })).toBe(
    'Only the first 10,000 of 12,345 spans are shown.',
  );
  expect(leftOutWords({ spans: 10_000, logs: 2_000 }, { spans: 10_001, logs: 3_000 })).toBe(
    'Only the first 10,000 of 10,001 spans and 2,000 of 3,000 log records are shown.',
  );
  expect(leftOutWords({ spans: 10_000, logs: 5 }, { spans: 10_000, logs: 5 })).toBe('');
});

test('a span beyond those that are shown is said to be', () => {
  expect(spanLeftOutWords(false, 10_000, 10_500)).toBe(
    'This span is not among the first 10,000 of 10,500 spans that are shown.',
  );
  expect(spanLeftOutWords(true, 10_000, 10_500)).toBe('');
  expect(spanLeftOutWords(false, 12, 12)).toBe('This span is not part of the trace, or has not arrived yet.');
  expect(spanLeftOutWords(true, 12, 12)).toBe('');
});
