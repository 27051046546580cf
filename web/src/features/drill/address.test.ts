import { expect, test } from 'vitest';

import type { ChartConfig } from '../dashboards/types';
import { unnarrowed } from '../dashboards/scope';
import { whereOf, type Filter } from '../search/where';
import { bucketRange, chartFor, groupFilter, rowsOf, searchFor } from './address';

const range = { from: 'now-1h', to: 'now' };
const scope = unnarrowed({ start: 0, end: 1 });
const item = { aggFn: 'count' as const, where: 'level:error', whereLanguage: 'lucene' as const };
const config: ChartConfig = { displayType: 'line', sourceId: 's', select: [item], groupBy: 'ServiceName' };

test('the events of a series have its condition, its group and its range', () => {
  const rows = rowsOf(config, item, [{ expression: "LogAttributes['a.b']", value: 'x' }], scope);
  expect(searchFor(rows, range)).toEqual({
    to: '/search',
    search: {
      ...range,
      source: 's',
      q: 'level:error',
      filters: [{ field: 'LogAttributes.a.b', expression: "LogAttributes['a.b']", values: ['x'], isExcluding: false }],
    },
  });
});

test('what narrows a dashboard narrows the events too', () => {
  const type = 'QUERY_EXPRESSION' as const;
  const narrowed = {
    ...scope,
    query: { where: 'cart', whereLanguage: 'lucene' as const },
    filters: [
      { id: 'f', name: 'Service', type, sourceId: 's', expression: 'ServiceName' },
      { id: 'o', name: 'Other', type, sourceId: 'o', expression: 'Host', appliesToSourceIds: ['o'] },
      { id: 't', name: 'Text', type: 'TEXT' as const, isBroadcastEnabled: false, isVariableEnabled: true },
    ],
    choices: { f: ['cart', 'shop'], o: ['h'], t: ['ann'] },
  };
  expect(searchFor(rowsOf(config, item, [], narrowed), range)?.search).toMatchObject({
    q: '(level:error) AND (cart)',
    filters: [{ field: 'ServiceName', values: ['cart', 'shop'] }],
  });
});

test('the pattern of a field goes with a condition of either language', () => {
  const group = [{ expression: "messagePattern(LogAttributes['a.b'])", value: 'order <n> "x"' }];
  const found = searchFor(rowsOf(config, item, group, scope), range);
  const filters = found?.search.filters as Filter[];
  expect(whereOf('level:error', 'lucene', filters)).toBe(
    String.raw`(level:error) AND messagePattern\(LogAttributes.a.b\):"order <n> \"x\""`,
  );
  expect(whereOf('', 'sql', filters)).toBe(`messagePattern(LogAttributes['a.b']) IN ('order <n> "x"')`);
  const computed = [{ expression: 'messagePattern(lower(Body))', value: 'order <n>' }];
  expect(searchFor(rowsOf(config, item, computed, scope), range)).toBeNull();
});

test('conditions of two languages make no search', () => {
  const mixed = { ...scope, query: { where: '1 = 1', whereLanguage: 'sql' as const } };
  expect(searchFor(rowsOf(config, item, [], mixed), range)).toBeNull();
  const computed = [{ expression: 'lower(ServiceName)', value: 'cart' }];
  expect(searchFor(rowsOf(config, item, computed, scope), range)).toBeNull();
  expect(searchFor(rowsOf(config, { aggFn: 'count' }, computed, scope), range)?.search).toMatchObject({ lang: 'sql' });
});

test('a tile can be taken to the charts', () => {
  const grouped = { ...config, groupBy: 'ServiceName, if(a, b, c)' };
  expect(chartFor(grouped, range)?.search).toEqual({ ...range, chart: grouped });
  expect(chartFor({ displayType: 'markdown' }, range)).toBeNull();
});

/** A tile of one expression. */
const prom = (expression: string) => ({
  configType: 'promql' as const,
  displayType: 'line' as const,
  queries: [{ expression }],
});

test('a tile in PromQL can be taken to the charts unless it names a variable of its dashboard', () => {
  const filters = [{ id: 'f', name: 'job', type: 'LIST' as const, isVariableEnabled: true }];
  const rate = prom('rate(x{a="$job"}[$__rate_interval])');
  expect(chartFor(rate, range, scope)?.search).toEqual({ ...range, chart: rate });
  expect(chartFor(rate, range, { ...scope, filters })).toBeNull();
  expect(chartFor(prom('$job'), range)).toBeNull();
});

test('a bucket ends where the next one starts, and not outside of the chart', () => {
  expect(bucketRange(2_000_000_000_000, 60_000, { start: 0, end: 9e12 })).toEqual({
    from: '2033-05-18T03:33:20Z',
    to: '2033-05-18T03:34:19.999Z',
  });
  expect(bucketRange(1_999_999_999_000, 60_000, { start: 2e12, end: 2e12 + 10 })).toEqual({
    from: '2033-05-18T03:33:20Z',
    to: '2033-05-18T03:33:20.010Z',
  });
});

test('a group can be kept or left out', () => {
  expect(groupFilter({ expression: 'ServiceName', value: '' }, true)).toMatchObject({
    values: [''],
    isExcluding: true,
  });
});
