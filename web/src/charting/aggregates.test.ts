import { expect, test } from 'vitest';

import { aggregateChoices, fitting, metricTypes } from './aggregates';

const offered = (...asked: Parameters<typeof aggregateChoices>) => aggregateChoices(...asked).map(({ value }) => value);

test('only counters grow, and only events have expressions of their own', () => {
  expect(offered(null, 'count')).not.toContain('increase');
  expect(offered(null, 'count')).toContain('none');
  for (const type of metricTypes) {
    expect(offered(type, 'count').includes('increase')).toBe(type === 'sum');
    expect(offered(type, 'count')).not.toContain('none');
  }
});

test('distributions know how many, how much, and how they are spread', () => {
  for (const type of ['histogram', 'exponential histogram', 'summary'] as const)
    expect(offered(type, 'avg')).toEqual(['count', 'sum', 'avg', 'quantile']);
});

test('what is chosen is listed even where it does not fit', () => {
  expect(offered('summary', 'max')).toContain('max');
});

test('a function goes along to another type when that has it', () => {
  expect(fitting('sum', 'histogram')).toBe('sum');
  expect(fitting('increase', 'gauge')).toBe('avg');
  expect(fitting('max', 'summary')).toBe('quantile');
});
