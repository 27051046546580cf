import { expect, test } from 'vitest';

import { sortRows } from './sort';

const rows = [
  { name: 'b10', size: 2 },
  { name: 'b9', size: null },
  { name: 'a', size: 7 },
];
const columns = [
  { key: 'name', sortBy: (row: (typeof rows)[0]) => row.name },
  { key: 'size', sortBy: (row: (typeof rows)[0]) => row.size },
  { key: 'none' },
];
const names = (key: string, isDescending: boolean) =>
  sortRows(rows, columns, { key, isDescending }).map((row) => row.name);

test('numbers inside of texts count as numbers', () => {
  expect(names('name', false)).toEqual(['a', 'b9', 'b10']);
});

test('rows without a value come last in both directions', () => {
  expect(names('size', false)).toEqual(['b10', 'a', 'b9']);
  expect(names('size', true)).toEqual(['a', 'b10', 'b9']);
});

test('a column without an order leaves the rows alone', () => {
  expect(names('none', true)).toEqual(['b10', 'b9', 'a']);
});
