import { expect, test } from 'vitest';

import type { TileContent } from '../../api/stack.gen';
import { cellsOf, columnsOf, groupsNote, textOf } from './cells';

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
