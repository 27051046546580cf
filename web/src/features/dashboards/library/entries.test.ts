import { expect, test } from 'vitest';

import type { Dashboard, Filter, Source } from '../../../api/stack.gen';
import { findEntries } from '../../../components/paletteSearch';
import { isComplete, pruned } from '../tileForm';
import type { TileConfig } from '../types';
import { metricEntries, namedBy, readyEntries, tileEntries } from './entries';

const source = (kind: Source['kind'], name: string): Source => ({
  id: kind,
  kind,
  name,
  connection: 'c',
  createdAt: '',
  updatedAt: '',
  from: { databaseName: 'd', tableName: 't' },
  teamId: 't',
  timestampValueExpression: 'Timestamp',
});

const service: Filter = {
  id: 'f',
  type: 'QUERY_EXPRESSION',
  name: 'The service',
  expression: 'ServiceName',
  sourceId: 'log',
  isVariableEnabled: true,
};

const dashboard = (id: string, config: TileConfig): Dashboard => ({
  id,
  teamId: 't',
  createdAt: '',
  updatedAt: '',
  name: `Board ${id}`,
  tags: [],
  filters: [service],
  savedFilterValues: [],
  savedQuery: null,
  savedQueryLanguage: 'lucene',
  tiles: [{ id: 'x', name: '', x: 4, y: 9, w: 5, h: 3, config: config as Dashboard['tiles'][number]['config'] }],
});

const errors: TileConfig = {
  displayType: 'line',
  sourceId: 'log',
  select: [{ aggFn: 'count', where: 'ServiceName:$The_service price:$5', whereLanguage: 'lucene' }],
};

test('every ready-made tile is complete, and as the server takes it', () => {
  const entries = readyEntries([source('trace', 'Traces'), source('log', 'Logs'), source('session', 'Sessions')]);
  expect(entries.length).toBeGreaterThan(10);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  for (const { tile } of entries) {
    expect(isComplete(tile.config, false)).toBe(true);
    expect(pruned(tile.config)).toEqual(tile.config);
  }
});

test('a metric has a chart with the function that fits it', () => {
  const [counter, gauge] = metricEntries(source('metric', 'Metrics'), [
    { name: 'orders', metricDataType: 'sum', isMonotonic: true, unit: '' },
    { name: 'orders', metricDataType: 'gauge', isMonotonic: false, unit: 'ms' },
  ]);
  expect(counter?.id).not.toBe(gauge?.id);
  expect(counter?.tile.config).toMatchObject({ select: [{ aggFn: 'increase', metricName: 'orders' }] });
  expect(isComplete(gauge?.tile.config ?? errors, true)).toBe(true);
});

test('tiles of other dashboards are found by name, type and dashboard', () => {
  const entries = tileEntries([dashboard('one', errors), dashboard('two', errors)], 'two');
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ name: 'Line', dashboard: 'Board one', tile: { size: { w: 5, h: 3 } } });
  expect(findEntries(entries, 'board LINE')).toHaveLength(1);
  expect(findEntries(entries, 'two')).toEqual([]);
});

test('a tile is known by the variables that it names', () => {
  expect(tileEntries([dashboard('one', errors)], '')[0]?.variables).toEqual(['The_service']);
  const note: TileConfig = { displayType: 'markdown', markdown: '${a} $bc $d' };
  expect(namedBy({ name: 'Of $e', config: note }, ['a', 'b', 'd', 'e'])).toEqual(['a', 'd', 'e']);
});
