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
  ).toEqual([{ what: 'Tile “A”', how: 'changed: text' }]);
});

const count = { aggFn: 'count', where: '' } as const;
const line: BoardTile = { ...tile, config: { displayType: 'line', sourceId: 's', select: [count] } };

test.each<[string, Partial<BoardTile>, string]>([
  ['a title', { name: 'B' }, 'renamed from “A”'],
  ['a place', { y: 9 }, 'moved'],
  ['a size', { w: 12, h: 5 }, 'resized'],
  ['both', { x: 6, w: 12 }, 'moved, resized'],
  ['a section', { containerId: 'c', y: 3 }, 'moved to another section'],
  ['a source', { config: { ...line.config, sourceId: 't' } as BoardTile['config'] }, 'changed: source'],
  [
    'a field of its only series',
    { config: { displayType: 'line', sourceId: 's', select: [{ ...count, where: 'x', alias: 'a' }] } },
    'changed: condition, legend name',
  ],
  ['a series', { config: { displayType: 'line', sourceId: 's', select: [count, count] } }, 'changed: series added'],
  ['a type', { config: { displayType: 'number', sourceId: 's', select: [count] } }, 'changed: type'],
  [
    'everything',
    { name: 'B', x: 1, config: { displayType: 'line', sourceId: 's', select: [count], groupBy: 'g' } },
    'renamed from “A”, moved, changed: group by',
  ],
])('%s of a tile is told in the words of its form', (_what, change, how) => {
  const after = { ...board, tiles: [{ ...line, ...change }] };
  expect(differences({ ...board, tiles: [line] }, after)).toEqual([{ what: `Tile “${change.name ?? 'A'}”`, how }]);
});

function withSecond(where: string): Board {
  const select = [count, { ...count, where }];
  return { ...board, tiles: [{ ...line, config: { displayType: 'line', sourceId: 's', select } }] };
}

test('of several series it is told which one', () => {
  expect(differences(withSecond('a'), withSecond('b'))).toEqual([
    { what: 'Tile “A”', how: 'changed: condition of series 2' },
  ]);
});

test('the order of fields is no change', () => {
  const [one, other] = [
    { ...line, config: { displayType: 'line' as const, sourceId: 's', select: [count] } },
    {
      ...line,
      config: { select: [{ where: '', aggFn: 'count' as const }], sourceId: 's', displayType: 'line' as const },
    },
  ];
  expect(differences({ ...board, tiles: [one] }, { ...board, tiles: [other] })).toEqual([]);
});

const filter = { id: 'f', type: 'QUERY_EXPRESSION' as const, name: 'Env', expression: 'e', sourceId: 's' };

test.each([
  [{ name: 'Environment' }, 'Environment', 'renamed from “Env”'],
  [{ expression: 'x' }, 'Env', 'changed: expression'],
  [{ where: 'a:b', whereLanguage: 'lucene' as const }, 'Env', 'changed: condition, language of the condition'],
  [{ isVariableEnabled: true, variableName: 'E' }, 'Env', 'changed: use as a variable, name of the variable'],
  [{ name: 'Stage', sourceId: 't' }, 'Stage', 'renamed from “Env”, changed: source'],
])('a filter that is changed by %j is told with its fields', (change, name, how) => {
  const before = { ...board, filters: [filter] };
  expect(differences(before, { ...board, filters: [{ ...filter, ...change }] })).toEqual([
    { what: `Filter “${name}”`, how },
  ]);
});

test('filters are added, removed and put in another order', () => {
  const [one, two] = [filter, { ...filter, id: 'g', name: 'Team' }];
  const of = (filters: (typeof filter)[]) => ({ ...board, filters });
  expect(differences(of([one]), of([one, two]))).toEqual([{ what: 'Filter “Team”', how: 'added' }]);
  expect(differences(of([one, two]), of([two]))).toEqual([{ what: 'Filter “Env”', how: 'removed' }]);
  expect(differences(of([one, two]), of([two, one]))).toEqual([{ what: 'Filters', how: 'in another order' }]);
});

test('name, tags, sections and the condition are told', () => {
  const containers = [{ id: 'c', title: 'C', collapsed: false }];
  const after = { ...board, name: 'm', tags: ['t'], containers, savedQuery: 'a:b' };
  expect(differences(board, after)).toEqual([
    { what: 'Name: “m”', how: 'changed' },
    { what: 'Tag “t”', how: 'added' },
    { what: 'Section “C”', how: 'added' },
    { what: 'Condition for all tiles', how: 'changed' },
  ]);
  expect(differences(after, { ...after, containers: [{ id: 'c', title: 'D', collapsed: true }] })).toEqual([
    { what: 'Section “D”', how: 'renamed from “C”, changed: collapsed' },
  ]);
});

const [types = ''] = Object.values(
  import.meta.glob<string>('../../api/stack.gen.ts', { query: '?raw', import: 'default', eager: true }),
);

test('no field of a tile, a series or a filter is told by its name in the API', () => {
  const bodies = [...types.matchAll(/export interface (?:\w*Config|SelectItem|Filter|Container) \{([\s\S]*?)\n\}/g)];
  const keys = new Set(
    bodies.flatMap(([, body = '']) => [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => key ?? '')),
  );
  expect(keys.size).toBeGreaterThan(30);
  const told = [...keys].map((key) => {
    const changed = { ...tile, config: { ...tile.config, [key]: 'other' } as BoardTile['config'] };
    return differences(board, { ...board, tiles: [changed] })[0]?.how ?? key;
  });
  expect(told.filter((how) => !/^changed: [A-Z]{0,3}[a-z ]*(?: divided by B)?$/.test(how))).toEqual([]);
});
