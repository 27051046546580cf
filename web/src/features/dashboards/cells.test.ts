import { expect, test } from 'vitest';

import type { TileContent } from '../../api/stack.gen';
import { cellsOf, columnsOf, textOf } from './cells';

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
