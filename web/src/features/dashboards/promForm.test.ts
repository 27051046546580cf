import { expect, test } from 'vitest';

import type { PromQLLineConfig } from '../../api/stack.gen';
import { freshProm } from './promForm';
import { isComplete, pruned, retyped } from './tileForm';
import { isPromQL, isPromType, promTypes, type DisplayType, type PromConfig } from './types';

/** Everything that some type has. */
const full = {
  configType: 'promql',
  displayType: 'line',
  sourceId: 's',
  queries: [{ expression: 'up', legend: '{{job}}', instant: true }],
  numberFormat: { output: 'byte' },
  timeShift: '1w',
  seriesLimit: 5,
  legend: 'table',
  yAxis: { min: 0 },
  compareToPreviousPeriod: true,
  fitYAxisToData: true,
} as PromConfig;

test.each(promTypes)('a tile of type %s keeps what its type has, also on the way back', (type) => {
  const there = retyped(full, type);
  expect(isComplete(there, false)).toBe(true);
  const sent = pruned(there);
  const isOverTime = type === 'line' || type === 'stacked_bar';
  expect('seriesLimit' in sent).toBe(isOverTime);
  expect('fitYAxisToData' in sent).toBe(type === 'line');
  expect(sent).toMatchObject({ configType: 'promql', displayType: type, sourceId: 's', timeShift: '1w' });
  expect('queries' in sent && sent.queries).toEqual([
    { expression: 'up', legend: '{{job}}', ...((isOverTime || type === 'heatmap') && { instant: true }) },
  ]);
  expect(retyped(there, 'line')).toEqual(full);
});

/** All display types of the API, and those that tiles in PromQL have. */
const hasPromQL: Record<PromQLLineConfig['displayType'], boolean> = {
  line: true,
  stacked_bar: true,
  table: true,
  number: true,
  pie: true,
  bar: true,
  heatmap: true,
  search: false,
  event_patterns: false,
  markdown: false,
};

test.each(Object.entries(hasPromQL) as [DisplayType, boolean][])('PromQL has the type %s: %s', (type, isThere) => {
  expect(isPromType(type)).toBe(isThere);
  expect(freshProm(type).displayType).toBe(isThere ? type : 'line');
  expect(isPromQL(retyped(full, type))).toBe(isThere);
});

test.each(['line', 'table', 'heatmap', 'search', 'markdown'] as const)('PromQL beside a %s starts empty', (type) => {
  const fresh = freshProm(type);
  expect(isComplete(fresh, false)).toBe(false);
  expect(pruned(fresh)).toEqual(fresh);
});

test('a tile is complete when each query has an expression, and the axis goes up', () => {
  expect(isComplete({ ...full, queries: [...full.queries, { expression: ' ' }] }, false)).toBe(false);
  expect(isComplete({ ...full, yAxis: { min: 2, max: 1 } } as PromConfig, false)).toBe(false);
  expect(isComplete({ ...full, timeShift: 'soon' }, false)).toBe(false);
});
