import { expect, test } from 'vitest';

import { cellText, headOf, isSameRow, moveColumn, placeOf, selectOf } from './columns';

test('the time is always selected, once', () => {
  expect(selectOf(['Body', 'Timestamp'])).toBe('Timestamp, Body');
});

test.each([
  ['Timestamp', 'Time'],
  ["LogAttributes['http.route']", 'http.route'],
  [String.raw`LogAttributes['back\\slash']`, String.raw`back\slash`],
  [String.raw`LogAttributes['it\'s']`, "it's"],
  ['round(Duration)', 'round(Duration)'],
  ['constructor', 'constructor'],
])('headOf(%j) is %j', (column, want) => {
  expect(headOf(column)).toBe(want);
});

test('cells are text', () => {
  expect(cellText({ a: 1 })).toBe('{"a":1}');
  expect(cellText(null)).toBe('');
  expect(cellText('<b>')).toBe('<b>');
});

test('rows are the same when all shared columns are', () => {
  expect(isSameRow({ Body: 'a', x: 1 }, { Body: 'a', TraceId: 't' })).toBe(true);
  expect(isSameRow({ Body: 'a' }, { Body: 'b' })).toBe(false);
});

test.each([
  ['2', null, 1],
  ['2', { Timestamp: '2', Body: 'c' }, 2],
  ['2', { Timestamp: '2', Body: 'gone' }, 1],
  ['4', null, null],
  ['', null, null],
])('the row of time %j that was seen as %j is at %j', (timestamp, seen, want) => {
  const rows = [
    { Timestamp: '3', Body: 'a' },
    { Timestamp: '2', Body: 'b' },
    { Timestamp: '2', Body: 'c' },
    { Timestamp: '1', Body: 'c' },
  ];
  expect(placeOf(rows, timestamp, seen)).toBe(want);
});

test.each([
  ['a', 'c', 'bca'],
  ['c', 'a', 'cab'],
  ['a', 'x', 'abc'],
])('%s is moved to the place of %s', (moved, place, want) => {
  expect(moveColumn(['a', 'b', 'c'], moved, place).join('')).toBe(want);
});
