import { expect, test } from 'vitest';

import { fieldOf, filterOfSaved } from './saved';
import { savedFilter } from './where';

test.each([
  { field: 'ServiceName', expression: 'ServiceName', values: ['cart', "it's"], isExcluding: false },
  {
    field: 'LogAttributes.http.route',
    expression: "LogAttributes['http.route']",
    values: [String.raw`a\b`, String.raw`\x1b`, '\u001B[31m\t\0\u0085'],
    isExcluding: true,
  },
  { field: 'Duration', expression: 'Duration', values: [], isExcluding: false, range: { min: 5 } },
  { field: 'Duration', expression: 'Duration', values: [], isExcluding: false, range: { max: -0.5 } },
  { field: 'Duration', expression: 'Duration', values: [], isExcluding: false, range: { min: 5e-7, max: 2e21 } },
  {
    field: 'SpanAttributes.http.status_code',
    expression: "SpanAttributes['http.status_code']",
    values: [],
    isExcluding: false,
    range: { min: 500, max: 599 },
  },
])('what is saved can be read again: %j', (filter) => {
  expect(filterOfSaved(savedFilter(filter))).toEqual([filter]);
});

test('other forms are left out', () => {
  expect(filterOfSaved('Duration BETWEEN 1 AND 2')).toEqual([]);
  expect(filterOfSaved(undefined)).toEqual([]);
});

test('a column is its own name', () => {
  expect(fieldOf('Body')).toBe('Body');
});
