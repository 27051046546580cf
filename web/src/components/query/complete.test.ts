import { expect, test } from 'vitest';

import { caretOf, columnOf, piecesOf } from './complete';
import { quoted } from './quoted';

test.each([
  ['Serv', { kind: 'field', from: 0, text: 'Serv' }],
  ['timeout -Sever', { kind: 'field', from: 9, text: 'Sever' }],
  ['ServiceName:ca', { kind: 'value', from: 12, text: 'ca', field: 'ServiceName', isQuoted: false }],
  [
    'LogAttributes.http.route:"/ca',
    { kind: 'value', from: 25, text: '/ca', field: 'LogAttributes.http.route', isQuoted: true },
  ],
  ['SeverityText:(error OR wa', { kind: 'value', text: 'wa', field: 'SeverityText' }],
  ['', { kind: 'field', from: 0, text: '' }],
])('lucene %j', (before, want) => {
  expect(caretOf(before, 'lucene')).toMatchObject(want);
});

test.each([
  ['Serv', { kind: 'field', from: 0, text: 'Serv' }],
  ["ServiceName = 'ca", { kind: 'value', from: 14, text: 'ca', field: 'ServiceName', isQuoted: true }],
  ["LogAttributes['http.route'] = '", { kind: 'value', text: '', field: "LogAttributes['http.route']" }],
])('sql %j', (before, want) => {
  expect(caretOf(before, 'sql')).toMatchObject(want);
});

test('a finished text asks for nothing', () => {
  expect(caretOf('"done"', 'lucene')).toBeNull();
  expect(caretOf("ServiceName = 'cart'", 'sql')).toBeNull();
});

test('values are quoted', () => {
  expect(quoted('a "b"', 'lucene')).toBe(String.raw`"a \"b\""`);
  expect(quoted("it's", 'sql')).toBe(String.raw`'it\'s'`);
});

test('pieces', () => {
  expect(piecesOf('ServiceName:"cart" AND 5', 'lucene').map(({ kind }) => kind)).toEqual([
    'name',
    'text',
    'word',
    'number',
  ]);
  expect(piecesOf("a = 'x' OR b > 5", 'sql').map(({ kind }) => kind)).toEqual([
    'name',
    'text',
    'word',
    'name',
    'number',
  ]);
});

test('the place of a mistake', () => {
  expect(columnOf('Where: col 7: expected a closing ")".')).toBe(7);
  expect(columnOf('too long')).toBeNull();
});
