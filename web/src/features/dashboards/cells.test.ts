import { expect, test } from 'vitest';

import type { TileContent } from '../../api/stack.gen';
import { cellsOf, columnsOf, groupsNote, notFiniteNote, textOf } from './cells';

const content: TileContent = {
  displayType: 'line',
  stepSeconds: 60,
  groupsLeft: 0,
  columns: [
    { name: 'time', role: 'time', type: 'time' },
    { name: 'service', role: 'group', type: 'text' },
    { name: 'n', role: 'value', type: 'number' },
  ],
  rows: [
    [60_000, 'cart', 7],
    [60_000, null, null],
  ],
};

test('rows become cells by the roles of their columns', () => {
  expect(cellsOf(content)).toEqual([
    { bucket: 60_000, group: ['cart'], values: [7] },
    { bucket: 60_000, group: [''], values: [null] },
  ]);
  expect(cellsOf({ ...content, columns: [{ name: 'n', role: 'value', type: 'number' }], rows: [[3]] })).toEqual([
    { bucket: 0, group: [], values: [3] },
  ]);
});

test('columns are found by their role', () => {
  expect(columnsOf(content, 'value').map(({ name }) => name)).toEqual(['n']);
});

test('cells become texts', () => {
  expect([textOf(null), textOf('a'), textOf({ b: 1 })]).toEqual(['', 'a', '{"b":1}']);
});

test.each([
  ['line', 0, null],
  ['line', 3, 'The 2 largest of 5 groups'],
  ['bar', 1_200, 'The 2 largest of 1,202 groups'],
  ['pie', 3, 'The 2 largest of 5 groups; shares are of these'],
  ['table', 3, 'The first 2 of 5 groups'],
] as const)('a %s that leaves out %i groups says so', (displayType, groupsLeft, note) => {
  const rows = [...content.rows, [120_000, 'cart', 8]];
  expect(groupsNote({ ...content, rows, displayType, groupsLeft })).toBe(note);
});

const meta = { rowsRead: 0, bytesRead: 0, elapsedMs: 0, stepSeconds: 60, truncated: false };

test.each([
  [0, [['a', 1]], null],
  [1, [['a', 1]], '1 value is NaN or infinite and not shown'],
  [
    2,
    [
      ['a', null],
      ['a', 1],
      ['b', null],
    ],
    '2 values are NaN or infinite and not shown; b has no others',
  ],
  [
    7,
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, null]),
    '7 values are NaN or infinite and not shown; a, b, c, d, e and 2 more have no others',
  ],
])('%d values that are not finite are told', (nonFinite, pairs, note) => {
  const rows = pairs.map(([name, value]) => [60_000, name, value]);
  expect(notFiniteNote({ ...content, rows, meta: { ...meta, nonFinite } })).toBe(note);
});

test('a number over the whole range says so itself', () => {
  expect(notFiniteNote({ ...content, displayType: 'number', meta: { ...meta, nonFinite: 1 } })).toBeNull();
});
