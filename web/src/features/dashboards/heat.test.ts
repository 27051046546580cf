import { expect, test } from 'vitest';

import { boundsRequest, heatOf, heatRequest, linearScale, logScale, valueOfRow } from './heat';
import type { Scope } from './scope';
import type { TileConfig } from './types';

const scope: Scope = {
  span: { start: 0, end: 3000 },
  filters: [],
  choices: {},
  query: { where: '', whereLanguage: 'lucene' },
};
const config: TileConfig = { displayType: 'heatmap', sourceId: 's', select: [{ valueExpression: 'Duration' }] };

test('rows are made by the engine', () => {
  expect(heatRequest(config, scope, logScale).series[0]).toMatchObject({
    aggFn: 'count',
    groupBy: ['floor(log2(Duration) * 3)'],
  });
  const counted = { ...config, select: [{ valueExpression: 'Duration', countExpression: 'sum(n)' }] };
  expect(heatRequest(counted, scope, linearScale(0, 48)).series[0]).toMatchObject({
    aggFn: 'none',
    field: 'sum(n)',
    groupBy: ['floor((Duration - 0) / 2)'],
  });
  expect(boundsRequest(config, scope).series.map(({ aggFn }) => aggFn)).toEqual(['min', 'max']);
});

test('an answer becomes cells upon columns and rows', () => {
  const points = [
    { ts_bucket: 0, group: ['3'], 'series_0.data': 1 },
    { ts_bucket: 2000, group: ['5'], 'series_0.data': 3 },
    { ts_bucket: 2000, group: ['-inf'], 'series_0.data': 9 },
    { ts_bucket: 2000, group: [''], 'series_0.data': 9 },
  ];
  const heat = heatOf(points, 1000, scope.span);
  expect(heat.columns).toEqual([0, 1000, 2000, 3000]);
  expect(heat.rows).toEqual([3, 5]);
  expect(heat.cells.map(({ column, row, count, share }) => [column, row, count, share])).toEqual([
    [0, 3, 1, 0.5],
    [2, 5, 3, 1],
  ]);
});

test('nothing makes an empty heatmap', () => {
  expect(heatOf([], 1000, scope.span)).toMatchObject({ cells: [], rows: [0, 0] });
});

test('rows have values', () => {
  expect(valueOfRow(9, logScale)).toBe(8);
  expect(valueOfRow(2, linearScale(10, 34))).toBe(12);
});
