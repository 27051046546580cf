import { expect, test } from 'vitest';

import type { Dashboard } from '../../api/stack.gen';
import {
  boardOf,
  bodyOf,
  withContainer,
  withCopy,
  withoutContainer,
  withoutTile,
  withSeat,
  withSpots,
  withTile,
} from './board';
import type { TileConfig } from './types';

const note: TileConfig = { displayType: 'markdown', markdown: 'm' };
const stored: Dashboard = {
  id: 'd',
  teamId: 't',
  createdAt: '',
  updatedAt: '',
  name: 'Shop',
  tags: ['a'],
  filters: [],
  savedFilterValues: [],
  savedQuery: null,
  savedQueryLanguage: 'lucene',
  tiles: [{ id: 'one', name: 'One', x: 0, y: 0, w: 12, h: 8, config: { displayType: 'markdown', markdown: 'm' } }],
};
const board = boardOf(stored);

test('a board is stored without what its record adds', () => {
  const body = bodyOf(board);
  expect(body).not.toHaveProperty('id');
  expect(body).not.toHaveProperty('savedQueryLanguage');
  expect(body.tiles[0]).toMatchObject({ id: 'one', x: 0 });
});

test('a new tile stands below the others and has no id of its own yet', () => {
  const more = withTile(board, { name: 'Two', config: note });
  expect(more.tiles[1]).toMatchObject({ name: 'Two', x: 0, y: 8, w: 12, h: 5 });
  expect(bodyOf(more).tiles[1]).not.toHaveProperty('id');
});

test('a tile that has a size keeps it', () => {
  const size = { w: 7, h: 3 };
  expect(withTile(board, { name: 'Two', config: note, size }).tiles[1]).toMatchObject({ y: 8, ...size });
});

test('fresh ids are different', () => {
  const more = withTile(withTile(board, { name: 'Two', config: note }), { name: 'Three', config: note });
  expect(new Set(more.tiles.map(({ id }) => id)).size).toBe(3);
});

test('a copy stands at the right when there is room', () => {
  expect(withCopy(board, 'one').tiles[1]).toMatchObject({ x: 12, y: 0, name: 'One (copy)' });
  const wide = withSpots(board, [{ id: 'one', x: 0, y: 0, w: 20, h: 8 }]);
  expect(withCopy(wide, 'one').tiles[1]).toMatchObject({ x: 0, y: 8 });
  expect(withCopy(board, 'nobody')).toBe(board);
});

test('a board stays the same when nothing moves', () => {
  expect(withSpots(board, [{ id: 'one', x: 0, y: 0, w: 12, h: 8 }])).toBe(board);
  expect(withSpots(board, [{ id: 'one', x: 1, y: 0, w: 12, h: 8 }]).tiles[0]?.x).toBe(1);
  expect(withoutTile(board, 'one').tiles).toEqual([]);
});

test('tiles of a container that goes move to the board', () => {
  const grouped = withContainer(board, 'Group');
  const id = grouped.containers?.[0]?.id ?? '';
  const filled = withTile(grouped, { name: 'Inside', config: note }, { containerId: id });
  const freed = withoutContainer(filled, id);
  expect(freed.containers).toEqual([]);
  expect(freed.tiles[1]).toMatchObject({ name: 'Inside', y: 8 });
  expect(freed.tiles[1]).not.toHaveProperty('containerId');
});

test('a tile moves into a section and back', () => {
  const inside = withSeat(board, 'one', { containerId: 'c', tabId: undefined });
  expect(inside.tiles[0]).toMatchObject({ containerId: 'c', y: 0 });
  expect(withSeat(inside, 'one', { containerId: undefined, tabId: undefined }).tiles[0]?.containerId).toBeUndefined();
});
