import { expect, test } from 'vitest';

import { aboutMetrics, choiceOf } from './choice';

const load = { name: 'load', metricDataType: 'gauge', unit: '', isMonotonic: false } as const;

test('a metric starts with the function that fits its type', () => {
  expect(choiceOf(load)).toEqual({ metricName: 'load', metricType: 'gauge', fn: 'avg', unit: '' });
  expect(choiceOf({ ...load, metricDataType: 'sum', isMonotonic: true }).fn).toBe('increase');
  expect(choiceOf({ ...load, metricDataType: 'sum' }).fn).toBe('sum');
  for (const metricDataType of ['histogram', 'exponential histogram', 'summary'] as const)
    expect(choiceOf({ ...load, metricDataType }).fn).toBe('quantile');
});

test('a name of several types says all of them', () => {
  expect(aboutMetrics([load, { ...load, metricDataType: 'sum', unit: 'By' }])).toBe('gauge · sum, By');
});
