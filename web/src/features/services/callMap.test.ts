import { expect, test } from 'vitest';

import { callsOf, layOut } from './callMap';

const span = (id: string, parent: string, service: string, status = 'Unset') => ({
  TraceId: 't',
  SpanId: id,
  ParentSpanId: parent,
  ServiceName: service,
  StatusCode: status,
});

const call = (from: string, to: string, count = 1) => ({ from, to, count, errors: 0 });

test('a call is a span whose parent belongs to another service', () => {
  const rows = [
    span('1', '', 'web'),
    span('2', '1', 'web'),
    span('3', '2', 'cart', 'Error'),
    span('4', '2', 'cart'),
    span('5', 'gone', 'cart'),
  ];
  expect(callsOf(rows)).toEqual([{ from: 'web', to: 'cart', count: 2, errors: 1 }]);
});

test('services stand right of their first callers', () => {
  const { places } = layOut(['db', 'web', 'cart'], [call('web', 'cart'), call('cart', 'db'), call('web', 'db')]);
  const x = (name: string) => places.find((place) => place.name === name)?.x ?? -1;
  expect(x('web')).toBe(0);
  expect(x('cart')).toBeGreaterThan(x('web'));
  expect(x('db')).toBe(x('cart'));
});

test('services in a circle still have places', () => {
  const { places } = layOut(['a', 'b', 'c'], [call('a', 'b', 3), call('b', 'c', 2), call('c', 'a', 1)]);
  expect(places).toHaveLength(3);
});
