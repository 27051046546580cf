import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { isComplete, nameOf, namesOf, newSeries, readChart, requestOf, tilesOf, writeChart } from './state';

const source = { id: 's1', kind: 'trace' } as Source;
const p99 = { ...newSeries, fn: 'quantile' as const, level: 0.99, field: 'Duration', where: 'SpanKind:Server' };

test('what is written can be read again', () => {
  const chart = {
    ...readChart({}),
    source: 's1',
    display: 'bars' as const,
    granularity: '5m',
    isCompared: true,
    isRatio: true,
    groupBy: [],
    series: [p99],
  };
  expect(readChart(writeChart({}, chart))).toEqual(chart);
});

test('a broken address is a chart as usual', () => {
  expect(readChart({ series: [null, 7], display: 'pie', granularity: 3 })).toMatchObject({
    display: 'line',
    granularity: 'auto',
    series: [newSeries],
  });
});

test('series are called by what they do', () => {
  expect(nameOf(p99)).toBe('p99 of Duration where SpanKind:Server');
  expect(nameOf(newSeries)).toBe('Count');
  expect(namesOf([newSeries, newSeries, p99])).toEqual(['A Count', 'B Count', 'p99 of Duration where SpanKind:Server']);
});

test('all functions but counting need a field; metrics need a name', () => {
  expect(isComplete(newSeries, false)).toBe(true);
  expect(isComplete({ ...newSeries, fn: 'avg' }, false)).toBe(false);
  expect(isComplete(newSeries, true)).toBe(false);
});

test('a number has one bucket and no groups', () => {
  const request = requestOf({ ...readChart({}), display: 'number' }, source, { start: 1, end: 2 });
  expect(request.granularity).toBe('30d');
  expect(request.series[0]?.groupBy).toEqual([]);
});

test('a chart becomes a tile', () => {
  expect(tilesOf({ ...readChart({}), series: [p99] }, source, 'Latency')).toMatchObject([
    {
      name: 'Latency',
      config: {
        displayType: 'line',
        sourceId: 's1',
        groupBy: 'ServiceName',
        select: [{ aggFn: 'quantile', level: 0.99, valueExpression: 'Duration', where: 'SpanKind:Server' }],
      },
    },
  ]);
});

test('numbers become a tile each, side by side', () => {
  const chart = { ...readChart({}), display: 'number' as const, series: [newSeries, p99] };
  expect(tilesOf(chart, source, 'Now')).toMatchObject([
    { name: 'Now: Count', x: 0, config: { displayType: 'number', select: [{ aggFn: 'count' }] } },
    { x: 6, config: { displayType: 'number', select: [{ aggFn: 'quantile' }] } },
  ]);
});

test('two series can be divided, unless they are numbers', () => {
  const chart = { ...readChart({}), isRatio: true, series: [newSeries, p99] };
  expect(tilesOf(chart, source, '')[0]?.config).toMatchObject({ asRatio: true });
  expect(tilesOf({ ...chart, series: [p99] }, source, '')[0]?.config).not.toHaveProperty('asRatio');
  expect(tilesOf({ ...chart, display: 'number' }, source, '')[0]?.config).not.toHaveProperty('asRatio');
});

const metrics = { id: 'm1', kind: 'metric' } as Source;

test.each([
  ['avg', { valueExpression: 'Value', numberFormat: { output: 'duration', factor: 0.001 } }],
  ['quantile', { valueExpression: 'Value', level: 0.95, numberFormat: { output: 'duration', factor: 0.001 } }],
  ['increase', { valueExpression: 'Value', numberFormat: { output: 'duration', factor: 0.001 } }],
  ['count', {}],
] as const)('the %s of a metric says what it is taken of, and its unit', (fn, want) => {
  const series = [{ ...newSeries, fn, metricType: 'sum' as const, metricName: 'wait', unit: 'ms' }];
  expect(tilesOf({ ...readChart({}), series }, metrics, '')[0]?.config).toMatchObject({
    select: [{ aggFn: fn, where: '', whereLanguage: 'lucene', metricType: 'sum', metricName: 'wait', ...want }],
  });
});
