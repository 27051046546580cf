import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { isComplete, nameOf, namesOf, newSeries, readChart, requestOf, tileOf, writeChart } from './state';

const source = { id: 's1', kind: 'trace' } as Source;
const p99 = { ...newSeries, fn: 'quantile' as const, level: 0.99, field: 'Duration', where: 'SpanKind:Server' };

test('what is written can be read again', () => {
  const chart = {
    ...readChart({}),
    source: 's1',
    display: 'bars' as const,
    granularity: '5m',
    isCompared: true,
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
  expect(tileOf({ ...readChart({}), series: [p99] }, source, 'Latency')).toMatchObject({
    name: 'Latency',
    config: {
      displayType: 'line',
      sourceId: 's1',
      groupBy: 'ServiceName',
      select: [{ aggFn: 'quantile', level: 0.99, valueExpression: 'Duration', where: 'SpanKind:Server' }],
    },
  });
});
