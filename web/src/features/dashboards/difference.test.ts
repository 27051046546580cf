import { expect, test } from 'vitest';

import { differences } from './difference';
import type { Board, BoardTile } from './types';

const tile: BoardTile = {
  id: 'a',
  name: 'A',
  x: 0,
  y: 0,
  w: 6,
  h: 4,
  config: { displayType: 'markdown', markdown: 'm' },
};
const board: Board = {
  id: 'd',
  teamId: 't',
  createdAt: '',
  updatedAt: '',
  name: 'n',
  tags: [],
  filters: [],
  savedFilterValues: [],
  savedQuery: null,
  savedQueryLanguage: 'lucene',
  tiles: [tile],
};

test('two equal versions differ in nothing', () => {
  expect(differences(board, structuredClone(board))).toEqual([]);
});

test('tiles are added, removed, changed and moved', () => {
  const after = {
    ...board,
    tiles: [
      { ...tile, x: 1 },
      { ...tile, id: 'b', name: 'B' },
    ],
  };
  expect(differences(board, after)).toEqual([
    { what: 'Tile “A”', how: 'moved' },
    { what: 'Tile “B”', how: 'added' },
  ]);
  expect(differences(after, board)).toContainEqual({ what: 'Tile “B”', how: 'removed' });
  expect(
    differences(board, { ...board, tiles: [{ ...tile, config: { displayType: 'markdown', markdown: 'x' } }] }),
  ).toEqual([{ what: 'Tile “A”', how: 'changed' }]);
});

test('changes of name, tags, filters and sections are found', () => {
  const after = { ...board, name: 'm', tags: ['t'], containers: [{ id: 'c', title: 'C', collapsed: false }] };
  expect(differences(board, after).map(({ what }) => what)).toEqual(['Name: “m”', 'Tags', 'Sections']);
});
