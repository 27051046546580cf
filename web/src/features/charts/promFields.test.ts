import { expect, test } from 'vitest';

import type { PromQLExpression } from '../../api/stack.gen';
import { isComplete, pruned, retyped } from '../dashboards/tileForm';
import { promTypes, type PromConfig, type PromConfigOf, type PromType } from '../dashboards/types';
import { readChart, writeChart } from './state';

/** All fields of a type's configuration but those that make it one of its type: none may be forgotten here. */
type Fields<Type extends PromType> = Required<Omit<PromConfigOf<Type>, 'configType' | 'displayType'>>;

const query: Required<PromQLExpression> = { expression: 'up', legend: '{{job}}', instant: true };
const { instant: _instant, ...atEnd } = query;
const common: Fields<'pie'> = {
  queries: [atEnd, { expression: 'x' }],
  sourceId: 's1',
  numberFormat: { output: 'byte' },
  timeShift: '1w',
};
const overTime = {
  ...common,
  queries: [query, { expression: 'x' }],
  alignDateRangeToGranularity: false,
  fillNulls: false,
  seriesLimit: 5,
  yAxis: { scale: 'log' as const, min: 1 },
  rightYAxis: { max: 9 },
  thresholdLines: [{ value: 5, label: 'most', color: 'chart-red' as const }],
  legend: 'hidden' as const,
  exemplars: false,
};
const full: { [Type in PromType]: Fields<Type> } = {
  line: { ...overTime, compareToPreviousPeriod: true, fitYAxisToData: true },
  stacked_bar: { ...overTime, shape: 'area' },
  table: { ...common, onClick: { type: 'search', target: { mode: 'id', id: 's1' } } },
  number: { ...common, color: 'chart-blue', colorRules: [{ operator: 'gt', value: 5, color: 'chart-red' }] },
  pie: common,
  bar: common,
  heatmap: { ...common, queries: overTime.queries },
};

test('every type is here', () => {
  expect(Object.keys(full).toSorted()).toEqual([...promTypes].toSorted());
});

test.each(promTypes)('the form of a tile of type %s keeps every field', (displayType) => {
  const config = { configType: 'promql', displayType, ...full[displayType] } as PromConfig;
  expect(isComplete(config, false)).toBe(true);
  expect(pruned(config)).toEqual(config);
  for (const other of promTypes) expect(pruned(retyped(retyped(config, other), displayType))).toEqual(config);
});

test.each(promTypes)('the address of a chart of type %s keeps every field', (displayType) => {
  const config = { configType: 'promql', displayType, ...full[displayType] } as PromConfig;
  expect(readChart(writeChart({}, { config, granularity: 'auto' })).config).toEqual(config);
});
