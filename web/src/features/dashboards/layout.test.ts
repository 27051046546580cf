import { describe, expect, test } from 'vitest';

import { editedSpots, narrowed, nudge, settle, stepped, type Spot } from './layout';

function at(id: string, x: number, y: number, w = 12, h = 4): Spot {
  return { id, x, y, w, h };
}

const spots = [at('a', 0, 0), at('b', 12, 0), at('c', 0, 4, 24)];

function placesAfter(id: string, key: string, isResizing = false): Record<string, [number, number, number, number]> {
  const after = nudge(spots, id, key, isResizing) ?? [];
  return Object.fromEntries(after.map((spot) => [spot.id, [spot.x, spot.y, spot.w, spot.h]]));
}

test('a tile moves sideways inside of the grid, and others make room', () => {
  expect(placesAfter('a', 'ArrowLeft').a).toEqual([0, 0, 12, 4]);
  expect(placesAfter('a', 'ArrowRight')).toEqual({ a: [1, 0, 12, 4], b: [12, 4, 12, 4], c: [0, 8, 24, 4] });
});

test('a tile moves past the next one up and down', () => {
  expect(placesAfter('c', 'ArrowUp')).toEqual({ c: [0, 0, 24, 4], a: [0, 4, 12, 4], b: [12, 4, 12, 4] });
  expect(placesAfter('a', 'ArrowDown')).toMatchObject({ c: [0, 4, 24, 4], a: [0, 8, 12, 4] });
});

test('a tile is resized within bounds', () => {
  expect(placesAfter('b', 'ArrowRight', true).b).toEqual([12, 0, 12, 4]);
  expect(placesAfter('a', 'ArrowDown', true)).toMatchObject({ a: [0, 0, 12, 5], c: [0, 5, 24, 4] });
  expect(nudge([at('s', 0, 0, 2, 2)], 's', 'ArrowLeft', true)).toEqual([at('s', 0, 0, 2, 2)]);
});

test('other keys and unknown tiles do nothing', () => {
  expect(nudge(spots, 'a', 'Enter', false)).toBeNull();
  expect(nudge(spots, 'nobody', 'ArrowUp', false)).toBeNull();
});

test('nothing overlaps after settling', () => {
  const settled = settle(at('x', 3, 2, 20, 7), spots);
  for (const one of settled) {
    for (const other of settled) {
      const isApart =
        one.id === other.id ||
        one.x >= other.x + other.w ||
        other.x >= one.x + one.w ||
        one.y >= other.y + other.h ||
        other.y >= one.y + one.h;
      expect(isApart).toBe(true);
    }
  }
});

test('a narrow screen has two tiles to a row, a phone one; a wide one has them as they are', () => {
  const board = [at('a', 0, 0, 8), at('b', 8, 0, 8, 6), at('c', 16, 0, 8), at('d', 0, 6, 16)];
  const placesAt = (width: number) => narrowed(board, width).map(({ id, x, y, w }) => [id, x, y, w]);
  expect(placesAt(1200)).toEqual(board.map(({ id, x, y, w }) => [id, x, y, w]));
  expect(placesAt(680)).toEqual([
    ['a', 0, 0, 12],
    ['b', 12, 0, 12],
    ['c', 0, 6, 12],
    ['d', 0, 10, 24],
  ]);
  expect(placesAt(300).map(([id, x, , w]) => [id, x, w])).toEqual([
    ['a', 0, 24],
    ['b', 0, 24],
    ['c', 0, 24],
    ['d', 0, 24],
  ]);
});

test('tiles are edited where they are, but one to a row on a phone', () => {
  expect(editedSpots(spots, 700)).toBe(spots);
  expect(editedSpots(spots, 300).map(({ id, x, w }) => [id, x, w])).toEqual([
    ['a', 0, 24],
    ['b', 0, 24],
    ['c', 0, 24],
  ]);
});

describe('a tile goes past its neighbour', () => {
  const board = [at('a', 0, 0, 8), at('b', 8, 0, 16), at('c', 0, 4, 24), at('d', 0, 8, 24)];
  const orderAfter = (id: string, by: -1 | 1) =>
    stepped(board, id, by)
      ?.toSorted((one, other) => one.y - other.y || one.x - other.x)
      .map((spot) => spot.id)
      .join('');

  test.each([
    ['b', -1, 'bacd'],
    ['a', 1, 'bacd'],
    ['c', -1, 'cabd'],
    ['c', 1, 'abdc'],
    ['d', -1, 'abdc'],
  ] as const)('%s by %i', (id, by, order) => expect(orderAfter(id, by)).toBe(order));

  test('a row keeps its width', () => {
    expect(stepped(board, 'a', 1)).toEqual(expect.arrayContaining([at('b', 0, 0, 16), at('a', 16, 0, 8)]));
  });

  test('nothing is past the ends', () => {
    expect([stepped(board, 'a', -1), stepped(board, 'd', 1), stepped(board, 'nobody', 1)]).toEqual([null, null, null]);
  });
});
