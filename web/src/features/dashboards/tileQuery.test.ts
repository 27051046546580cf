import { expect, test } from 'vitest';

import type { ChartAnswer } from '../../api/telemetry';
import type { Scope } from './scope';
import { answerOf, cellsOf, itemName, namesOf, requestsOf } from './tileQuery';
import type { TileConfig } from './types';

const scope: Scope = {
  span: { start: 1000.5, end: 2000.5 },
  filters: [],
  choices: {},
  query: { where: '', whereLanguage: 'lucene' },
};
const count = { aggFn: 'count' as const };
const line: TileConfig = { displayType: 'line', sourceId: 's', select: [count], groupBy: "ServiceName, m['a,b']" };

function answer(points: [number, string[], Record<string, number>][]): ChartAnswer {
  return {
    data: points.map(([ts_bucket, group, numbers]) => ({ ts_bucket, group, ...numbers })),
    meta: { rowsRead: 1, bytesRead: 1, elapsedMs: 1, truncated: false, nonFinite: 0, stepSeconds: 10, scans: [] },
  };
}

test('a tile asks for its series in whole milliseconds', () => {
  const [request] = requestsOf(line, scope, scope.span, 'auto');
  expect(request).toMatchObject({ startTime: 1000, endTime: 2001, granularity: 'auto', seriesLimit: 20 });
  expect(request?.series).toEqual([
    { sourceId: 's', aggFn: 'count', where: '', whereLanguage: 'sql', groupBy: ['ServiceName', "m['a,b']"] },
  ]);
});

test('more series than a request takes become several', () => {
  const wide = { ...line, select: Array.from({ length: 7 }, () => count) };
  expect(requestsOf(wide, scope, scope.span, 'auto').map(({ series }) => series.length)).toEqual([5, 2]);
});

test('a number has no groups, and limits are kept', () => {
  expect(requestsOf({ ...line, displayType: 'number' }, scope, scope.span, 'total')[0]?.series[0]?.groupBy).toEqual([]);
  expect(requestsOf({ ...line, seriesLimit: 0 }, scope, scope.span, 'auto')[0]?.seriesLimit).toBe(1000);
  expect(requestsOf({ ...line, displayType: 'pie', limit: 3 }, scope, scope.span, 'total')[0]?.seriesLimit).toBe(3);
});

test('metrics are asked for by name and type', () => {
  const metric: TileConfig = {
    displayType: 'line',
    sourceId: 's',
    select: [
      { aggFn: 'quantile', level: 0.95, valueExpression: 'Value', metricType: 'histogram', metricName: 'latency' },
    ],
  };
  expect(requestsOf(metric, scope, scope.span, 'auto')[0]?.series[0]).toMatchObject({
    metricDataType: 'histogram',
    metricName: 'latency',
    level: 0.95,
    field: 'Value',
  });
});

test('answers of several requests are one table', () => {
  const wide = { ...line, select: Array.from({ length: 6 }, () => count) };
  const cells = cellsOf(wide, [
    answer([[0, ['a'], { 'series_0.data': 1, 'series_4.data': 5 }]]),
    answer([[0, ['a'], { 'series_0.data': 6 }]]),
  ]);
  expect(cells).toEqual([{ bucket: 0, group: ['a'], values: [1, null, null, null, 5, 6] }]);
});

test('ratios and formulas are computed for each bucket and group', () => {
  const two: TileConfig = {
    displayType: 'line',
    sourceId: 's',
    select: [
      { ...count, alias: 'errors' },
      { ...count, alias: 'all' },
    ],
  };
  const points = [
    answer([
      [0, [], { 'series_0.data': 1, 'series_1.data': 4 }],
      [10, [], { 'series_1.data': 4 }],
    ]),
  ];
  expect(cellsOf({ ...two, asRatio: true }, points).map(({ values }) => values)).toEqual([[0.25], [null]]);
  const formula = { ...two, formulas: [{ expression: 'B - A', alias: 'good' }], showOperandSeries: true };
  expect(cellsOf(formula, points)[0]?.values).toEqual([1, 4, 3]);
  expect(namesOf(formula)).toEqual(['errors', 'all', 'good']);
  expect(namesOf({ ...two, asRatio: true })).toEqual(['errors / all']);
});

test('cells become an answer that charts can draw', () => {
  const drawn = answerOf([{ bucket: 0, group: ['a'], values: [1, null] }], [answer([])]);
  expect(drawn.data).toEqual([{ ts_bucket: 0, group: ['a'], 'series_0.data': 1 }]);
  expect(drawn.meta.stepSeconds).toBe(10);
});

test.each([
  [{ aggFn: 'count' as const }, 'count'],
  [{ aggFn: 'avg' as const, valueExpression: 'Duration' }, 'avg(Duration)'],
  [{ aggFn: 'quantile' as const, level: 0.999, valueExpression: 'Duration' }, 'p99.9(Duration)'],
  [{ aggFn: 'none' as const, valueExpression: 'sum(a)' }, 'sum(a)'],
  [{ aggFn: 'sum' as const, valueExpression: 'Value', metricName: 'requests' }, 'sum(requests)'],
])('%j is called %s', (item, want) => {
  expect(itemName(item)).toBe(want);
});
