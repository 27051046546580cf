import { expect, test } from 'vitest';

import { findEntries } from './paletteSearch';

const entries = [
  { name: 'Team settings', group: 'Pages' },
  { name: 'Search', group: 'Pages' },
  { name: 'Errors of search', group: 'Saved searches' },
];
const names = (text: string) => findEntries(entries, text).map(({ name }) => name);

test('no text finds all, in their order', () => {
  expect(names('')).toEqual(['Team settings', 'Search', 'Errors of search']);
});

test('names that begin with the text come first', () => {
  expect(names('sear')).toEqual(['Search', 'Errors of search']);
});

test('every word must occur, also in the group', () => {
  expect(names('saved err')).toEqual(['Errors of search']);
  expect(names('xyz')).toEqual([]);
});
