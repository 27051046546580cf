import { expect, test } from 'vitest';

import { nextOrder, orderByOf, orderOfSaved, readOrder, writeOrder } from './order';

test.each(['', 'Duration', '-Duration', "-LogAttributes['a-b']", 'Timestamp'])('%j survives the address', (text) => {
  expect(writeOrder(readOrder(text))).toBe(text);
});

test('newest first is the usual order', () => {
  expect(readOrder('-Timestamp')).toBeNull();
});

function clicks(key: string, isNumber: boolean): string[] {
  const first = nextOrder(null, key, isNumber);
  const second = nextOrder(first, key, isNumber);
  return [first, second, nextOrder(second, key, isNumber)].map(writeOrder);
}

test('a column of numbers shows the largest first, one of texts the first of the alphabet', () => {
  expect(clicks('Duration', true)).toEqual(['-Duration', 'Duration', '']);
  expect(clicks('ServiceName', false)).toEqual(['ServiceName', '-ServiceName', '']);
});

test('a click on the time turns it around', () => {
  expect(writeOrder(nextOrder(null, 'Timestamp', false))).toBe('Timestamp');
  expect(nextOrder(readOrder('Timestamp'), 'Timestamp', false)).toBeNull();
});

test.each([
  ['', ''],
  ['Timestamp', 'Timestamp'],
  ['-Duration', 'Duration DESC, Timestamp DESC'],
  ["-L['a']", "L['a'] = '', toFloat64OrNull(L['a']) DESC, L['a'] DESC, Timestamp DESC"],
])('%j is asked for as %j', (text, want) => {
  expect(orderByOf(readOrder(text))).toBe(want);
  expect(orderOfSaved(want)).toEqual(readOrder(text));
});

test('an order that somebody else wrote is left alone', () => {
  expect(orderOfSaved('lower(Body), Duration')).toBeNull();
});
