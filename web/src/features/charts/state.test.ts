import { expect, test } from 'vitest';

import type { PromQLExpression } from '../../api/stack.gen';
import { promTypes, type ChartConfig, type PromConfig } from '../dashboards/types';
import { chartName, narrowed, readChart, tileOf, writeChart } from './state';

/** The chart of an address that is built in the form. */
const builtOf = (search: Record<string, unknown>) => readChart(search).config as ChartConfig;

const p99 = { aggFn: 'quantile' as const, level: 0.99, valueExpression: 'Duration', where: 'SpanKind:Server' };

test('what is written can be read again', () => {
  const config: ChartConfig = {
    displayType: 'line',
    sourceId: 's1',
    select: [p99, { aggFn: 'count', alias: 'Requests', axis: 'right' }],
    groupBy: 'ServiceName',
    formulas: [{ expression: 'A / B', numberFormat: { output: 'percent' } }],
    yAxis: { scale: 'log', min: 1 },
    thresholdLines: [{ value: 5, label: 'most' }],
    legend: 'table',
    timeShift: '1w',
  };
  const chart = { config, granularity: '5m' as const };
  expect(readChart(writeChart({ from: 'a', to: 'b' }, chart))).toEqual(chart);
});

test.each(promTypes)('a chart in PromQL of type %s can be read again', (displayType) => {
  const config = {
    configType: 'promql',
    displayType,
    queries: [{ expression: 'rate(x[$__rate_interval])\n# "ö"', legend: '{{job}}' }, { expression: '' }],
    numberFormat: { output: 'percent' },
    timeShift: '1d',
  } as PromConfig;
  const chart = { config, granularity: '30s' as const };
  expect(readChart(writeChart({ from: 'a', to: 'b' }, chart))).toEqual(chart);
});

test.each([
  { queries: 'up' },
  { queries: [] },
  { queries: [null, 7] },
  { queries: [{ expression: 7, legend: 1, instant: 'yes' }] },
  { displayType: 'search', select: [1], groupBy: 'a', sqlTemplate: 'x', legend: 9 },
])('a broken address in PromQL is an empty expression: %j', (broken) => {
  const config = { configType: 'promql', displayType: 'line', queries: [{ expression: '' }] };
  expect(readChart({ chart: { configType: 'promql', ...broken } })).toEqual({ config, granularity: 'auto' });
});

/** The name of a chart of one query. */
const nameOf = (query: PromQLExpression) => chartName({ configType: 'promql', displayType: 'line', queries: [query] });

test('a chart in PromQL is called by its legend or its expression', () => {
  expect(nameOf({ expression: 'sum(\n  up\n)', legend: '{{job}}' })).toBe('sum( up )');
  expect(nameOf({ expression: 'up', legend: 'Up' })).toBe('Up');
});

test('a broken address is a chart as usual', () => {
  const broken = {
    displayType: 'painting',
    select: [null, 7, { aggFn: 'guess' }],
    legend: 3,
    yAxis: 'log',
    timeShift: '9y',
    x: 1,
  };
  expect(readChart({ chart: broken, granularity: 3 })).toEqual({
    config: { displayType: 'line', sourceId: '', select: [{ aggFn: 'count', where: '', whereLanguage: 'lucene' }] },
    granularity: 'auto',
  });
});

test('an address of an earlier version is the chart that it was', () => {
  const series = [{ fn: 'quantile', level: 0.99, field: 'Duration', where: 'SpanKind:Server', lang: 'lucene' }];
  const search = { source: 's1', display: 'area', compare: true, groupBy: ['a', 'b'], series };
  expect(readChart(search).config).toEqual({
    displayType: 'stacked_bar',
    shape: 'area',
    compareToPreviousPeriod: true,
    sourceId: 's1',
    groupBy: 'a, b',
    select: [{ ...p99, whereLanguage: 'lucene' }],
  });
  expect(readChart({})).toMatchObject({ config: { groupBy: 'ServiceName', select: [{ aggFn: 'count' }] } });
});

test.each([
  ['avg', { valueExpression: 'Value', numberFormat: { output: 'duration', factor: 0.001 } }],
  ['quantile', { valueExpression: 'Value', level: 0.95, numberFormat: { output: 'duration', factor: 0.001 } }],
  ['count', {}],
] as const)('the %s of a metric says what it is taken of, and its unit', (fn, want) => {
  const series = [{ fn, metricType: 'sum', metricName: 'wait', unit: 'ms' }];
  expect(builtOf({ series }).select).toEqual([
    { aggFn: fn, where: '', whereLanguage: 'lucene', metricType: 'sum', metricName: 'wait', ...want },
  ]);
});

test('charts are called by what they show last', () => {
  const config = builtOf({});
  expect(chartName(config)).toBe('Count');
  expect(chartName({ ...config, select: [p99] })).toBe('p99 of Duration where SpanKind:Server');
  expect(chartName({ ...config, formulas: [{ expression: 'A * 2' }] } as ChartConfig)).toBe('A * 2');
});

test('a chart becomes a tile without what its type does not have', () => {
  const { config } = readChart({ display: 'table', compare: true });
  expect(tileOf(config, 'Totals', 4)).toMatchObject({ name: 'Totals', x: 0, y: 4, config: { displayType: 'table' } });
  expect(tileOf(config, 'Totals', 4).config).not.toHaveProperty('compareToPreviousPeriod');
});

test('a filter narrows every series', () => {
  const filter = { field: 'ServiceName', expression: 'ServiceName', values: ['cart'], isExcluding: true };
  expect(narrowed(builtOf({}), filter).select[0]?.where).toBe('NOT ServiceName:"cart"');
});
