import { expect, test } from 'vitest';

import type { Dashboard } from '../../api/stack.gen';
import { boardOf, bodyOf } from './board';
import { copyOf, exportName, exportText, readExport } from './exported';

function dashboard(name: string, tags: string[]): Dashboard {
  return {
    id: name,
    teamId: 't',
    createdAt: '',
    updatedAt: '',
    name,
    tags,
    filters: [],
    savedFilterValues: [],
    savedQuery: null,
    savedQueryLanguage: 'lucene',
    tiles: [{ id: 'x', name: 'X', x: 0, y: 0, w: 1, h: 1, config: { displayType: 'markdown' } }],
  };
}

test('an export can be imported, and holds no ids', () => {
  const text = exportText(boardOf(dashboard('Shop: prod!', [])));
  expect(readExport(text).tiles[0]).not.toHaveProperty('id');
  expect(readExport(text).name).toBe('Shop: prod!');
  expect(readExport(`\uFEFF${text}`)).toEqual(readExport(text));
  expect(exportName(boardOf(dashboard('Shop: prod!', [])))).toBe('shop-prod.json');
  expect(exportName(boardOf(dashboard('?', [])))).toBe('dashboard.json');
});

test.each([
  [
    ['grafana', 'grafana:u1', 'prod', 'grafana:'],
    ['grafana', 'prod'],
  ],
  [
    ['Grafana:u1', 'my grafana:u1'],
    ['Grafana:u1', 'my grafana:u1'],
  ],
  [[], []],
])('a copy with the tags %j has %j', (tags, want) => {
  const board = boardOf(dashboard('Shop', tags));
  expect(copyOf(bodyOf(board)).tags).toEqual(want);
  expect(readExport(exportText(board)).tags).toEqual(want);
});

test.each([undefined, null, 'grafana:u1', [1, 'grafana:u1']])(
  'tags %j of a file are for the server to judge',
  (tags) => {
    expect(readExport(JSON.stringify({ tiles: [], tags })).tags).toEqual(Array.isArray(tags) ? [1] : tags);
  },
);

test.each(['nonsense', '[]', '{"name":"x"}', 'null'])('%s is no export', (text) => {
  expect(() => readExport(text)).toThrow(/exported from a dashboard/);
});
