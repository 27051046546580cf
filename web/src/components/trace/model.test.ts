import { expect, test } from 'vitest';

import { modelOf, preciseMs, unfolded } from './model';

function span(id: string, parent: string, atMs: number, lengthMs = 1, status = 'Unset') {
  const Timestamp = new Date(1_794_720_000_000 + atMs).toISOString();
  return {
    SpanId: id,
    ParentSpanId: parent,
    SpanName: id,
    ServiceName: 's',
    Timestamp,
    Duration: lengthMs * 1e6,
    StatusCode: status,
  };
}

const order = (rows: ReturnType<typeof span>[]) => modelOf(rows).spans.map(({ id, depth }) => `${depth}${id}`);

test('children follow their parent, in the order of time', () => {
  expect(order([span('c', 'a', 5), span('b', 'a', 2), span('a', '', 0, 10), span('d', 'b', 3)])).toEqual([
    '0a',
    '1b',
    '2d',
    '1c',
  ]);
});

test('a span without its parent stands at the top', () => {
  expect(order([span('a', '', 0), span('x', 'gone', 4)])).toEqual(['0a', '0x']);
});

test('parents in a circle are drawn once each', () => {
  expect(order([span('a', 'b', 0), span('b', 'a', 1), span('c', 'c', 2)]).toSorted()).toEqual(['0a', '0c', '1b']);
});

test('times are relative to the first span, to the nanosecond', () => {
  expect(preciseMs('2026-11-15T05:31:19.859110319Z') % 1000).toBeCloseTo(859.110319, 3);
  const model = modelOf([span('a', '', 100, 50), span('b', 'a', 110, 60, 'Error')]);
  expect(model).toMatchObject({ length: 70, errorCount: 1, services: ['s'] });
  expect(model.spans[1]).toMatchObject({ start: 10, length: 60, isError: true });
});

test('a folded span hides what is below it', () => {
  const { spans } = modelOf([span('a', '', 0), span('b', 'a', 1), span('c', 'b', 2), span('d', 'a', 3)]);
  expect(unfolded(spans, new Set(['b'])).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
});

test('no rows make an empty trace', () => {
  expect(modelOf([])).toMatchObject({ spans: [], length: 0, startedAt: 0 });
});

test('a trace begins with its earliest span without a parent, or with its earliest one', () => {
  const firstOf = (rows: ReturnType<typeof span>[]) => modelOf(rows).first?.id;
  expect(firstOf([span('root 2', '', 10), span('root 0', '', 2), span('early', 'root 0', 0)])).toBe('root 0');
  expect(firstOf([span('late', 'gone', 4), span('first', 'gone', 1), span('long', 'gone', 1, 5)])).toBe('long');
  expect(firstOf([])).toBeUndefined();
});
