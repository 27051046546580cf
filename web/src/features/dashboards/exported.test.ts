import { expect, test } from 'vitest';

import type { Dashboard } from '../../api/stack.gen';
import { boardOf } from './board';
import { exportName, exportText, readExport } from './exported';

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
  expect(exportName(boardOf(dashboard('Shop: prod!', [])))).toBe('shop-prod.json');
  expect(exportName(boardOf(dashboard('?', [])))).toBe('dashboard.json');
});

test.each(['nonsense', '[]', '{"name":"x"}', 'null'])('%s is no export', (text) => {
  expect(() => readExport(text)).toThrow(/exported from a dashboard/);
});
