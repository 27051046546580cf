import { expect, test } from 'vitest';

import {
  freshConfig,
  isComplete,
  pruned,
  retyped,
  seriesMaxOf,
  unshifted,
  withFormulas,
  withFunction,
  withMetric,
  withoutSeries,
} from './tileForm';

test('a new tile of each type is complete but for what a person has to say', () => {
  expect(isComplete(freshConfig('line', 's'), false)).toBe(true);
  expect(isComplete(freshConfig('search', 's'), false)).toBe(true);
  expect(isComplete(freshConfig('line', ''), false)).toBe(false);
  expect(isComplete(freshConfig('markdown', ''), false)).toBe(true);
  expect(isComplete({ ...freshConfig('line', 's'), select: [{ aggFn: 'avg', valueExpression: ' ' }] }, false)).toBe(
    false,
  );
});

test('a tile of a metric source names its metrics', () => {
  expect(isComplete(freshConfig('line', 's'), true)).toBe(false);
  expect(isComplete({ ...freshConfig('line', 's'), select: [{ aggFn: 'count', metricName: '' }] }, true)).toBe(false);
  expect(isComplete({ ...freshConfig('line', 's'), select: [{ aggFn: 'count', metricName: 'load' }] }, true)).toBe(
    true,
  );
});

test('another type keeps what both have', () => {
  const line = { ...freshConfig('line', 's'), groupBy: 'ServiceName', compareToPreviousPeriod: true };
  const table = retyped(line, 'table');
  expect(pruned(table)).toMatchObject({ displayType: 'table', groupBy: 'ServiceName', select: line.select });
  expect(pruned(table)).not.toHaveProperty('compareToPreviousPeriod');
  expect(pruned(retyped(line, 'number'))).not.toHaveProperty('groupBy');
  expect(retyped(table, 'line')).toEqual(line);
  expect(retyped(line, 'search')).toMatchObject({ displayType: 'search', sourceId: 's', select: '' });
  expect(retyped({ ...freshConfig('search', 's'), where: 'x' }, 'event_patterns')).toMatchObject({ where: 'x' });
});

test('every type but a text keeps the time shift, which must be one', () => {
  const line = { ...freshConfig('line', 's'), timeShift: '1w' };
  expect(pruned(retyped(line, 'number'))).toHaveProperty('timeShift', '1w');
  expect(retyped(line, 'search')).toHaveProperty('timeShift', '1w');
  expect(retyped(retyped(line, 'heatmap'), 'line')).toHaveProperty('timeShift', '1w');
  expect(retyped(line, 'markdown')).not.toHaveProperty('timeShift');
  expect(unshifted(line)).toEqual(freshConfig('line', 's'));
  expect(isComplete(line, false)).toBe(true);
  expect(isComplete({ ...line, timeShift: '1 week' }, false)).toBe(false);
});

test('a type of one series keeps the first', () => {
  const two = { ...freshConfig('line', 's'), select: [{ aggFn: 'count' as const }, { aggFn: 'count' as const }] };
  expect(pruned({ ...two, displayType: 'pie' }).select).toHaveLength(1);
  expect(seriesMaxOf(freshConfig('pie', 's'))).toBe(1);
  expect(seriesMaxOf(freshConfig('number', 's'))).toBe(1);
  expect(seriesMaxOf({ ...freshConfig('number', 's'), formulas: [{ expression: 'A' }] })).toBe(20);
  expect(seriesMaxOf(two)).toBe(20);
});

test('a ratio needs two series and no formula', () => {
  const line = { ...freshConfig('line', 's'), asRatio: true };
  const two = { ...line, select: [...line.select, ...line.select] };
  expect(pruned(two)).toHaveProperty('asRatio', true);
  expect(pruned(line)).not.toHaveProperty('asRatio');
  expect(pruned(withFormulas(two, [{ expression: 'A + B' }]))).not.toHaveProperty('asRatio');
});

test('formulas follow their series when another one goes', () => {
  const count = { aggFn: 'count' as const };
  const line = { ...freshConfig('line', 's'), select: [count, count, count], formulas: [{ expression: 'A + B / C' }] };
  expect(withoutSeries(line, 1)).toMatchObject({ select: [count, count], formulas: [{ expression: 'A + ? / B' }] });
  expect(isComplete(withFormulas(line, [{ expression: ' ' }]), false)).toBe(false);
});

test('a function has its own fields', () => {
  expect(withFunction({ aggFn: 'count' }, 'quantile')).toEqual({ aggFn: 'quantile', valueExpression: '', level: 0.95 });
  expect(withFunction({ aggFn: 'quantile', level: 0.5, valueExpression: 'Duration' }, 'avg')).toEqual({
    aggFn: 'avg',
    valueExpression: 'Duration',
  });
  expect(withFunction({ aggFn: 'avg', valueExpression: 'Duration' }, 'count')).toEqual({ aggFn: 'count' });
});

test('a metric comes with its function, of its value', () => {
  const counter = { unit: '', metricName: 'sent', metricType: 'sum', fn: 'increase' } as const;
  expect(withMetric({ aggFn: 'count', where: 'x' }, counter)).toEqual({
    aggFn: 'increase',
    where: 'x',
    metricName: 'sent',
    metricType: 'sum',
    valueExpression: 'Value',
  });
  expect(
    withMetric({ aggFn: 'quantile', level: 0.5, valueExpression: 'Duration' }, { ...counter, fn: 'quantile' }),
  ).toMatchObject({ level: 0.95, valueExpression: 'Value' });
});
