import { expect, test } from 'vitest';

import type { Source, TileContent } from '../../api/stack.gen';
import { likeness, reasonAgainstSql, sqlConfigOf } from './toSql';
import type { ChartConfig } from './types';

const source = { id: 's', kind: 'log', connection: 'c' } as Source;
const count = { aggFn: 'count' as const };
const template = (config: ChartConfig, names: string[], conditions: string[]) =>
  sqlConfigOf({ config, source, names, conditions }).sqlTemplate;

const columns = [{ role: 'time' }, { role: 'group' }, { role: 'value' }];
const content = (rows: unknown[][]) => ({ rows, columns }) as unknown as TileContent;

test('a chart over time follows the range, the filters and its groups', () => {
  const config: ChartConfig = {
    displayType: 'line',
    sourceId: 's',
    select: [count],
    groupBy: "a, m['k']",
    timeShift: '1d',
  };
  expect(sqlConfigOf({ config, source, names: ['n'], conditions: ['x = 1'] })).toEqual({
    configType: 'sql',
    displayType: 'line',
    connectionId: 'c',
    sourceId: 's',
    seriesLimit: 20,
    timeShift: '1d',
    sqlTemplate: [
      "SELECT $__timeInterval(Timestamp) AS time,\n  a AS `a`,\n  m['k'] AS `m['k']`,\n  count() AS `n`",
      'FROM $__sourceTable',
      'WHERE $__timeFilter(Timestamp) AND $__filters AND (x = 1)',
      "GROUP BY time, a, m['k']",
      'ORDER BY time',
    ].join('\n'),
  });
});

test('series of other rows have their own conditions, and formulas take them in', () => {
  const p95 = { aggFn: 'quantile' as const, level: 0.95, valueExpression: 'Duration' };
  const config: ChartConfig = {
    displayType: 'number',
    sourceId: 's',
    select: [count, count, p95],
    formulas: [{ expression: '100 * A / B + C' }],
  };
  expect(template(config, ['n'], ['bad = 1', '', 'bad = 1'])).toBe(
    [
      'SELECT 100 * countIf(bad = 1) / count() + quantileIf(0.95)(Duration, bad = 1) AS `n`',
      'FROM $__sourceTable',
      'WHERE $__timeFilter(Timestamp) AND $__filters',
    ].join('\n'),
  );
});

test('groups of a table are in order and limited', () => {
  const config: ChartConfig = { displayType: 'pie', sourceId: 's', select: [count], groupBy: 'a', limit: 5 };
  expect(template(config, ['n'], [''])).toContain('GROUP BY a\nORDER BY count() DESC\nLIMIT 5');
});

test('metrics, and functions without a counterpart, say why they stay', () => {
  const config: ChartConfig = { displayType: 'line', sourceId: 's', select: [count] };
  expect(reasonAgainstSql(config, source)).toBeNull();
  expect(reasonAgainstSql(config, { ...source, kind: 'metric' })).toMatch(/Metrics/);
  expect(reasonAgainstSql({ ...config, select: [{ aggFn: 'increase' }] }, source)).toMatch(/no counterpart/);
});

test('numbers are the same, the same but for gaps, or different', () => {
  const chart = content([
    [1, 'a', 2],
    [2, 'a', 0],
  ]);
  expect(likeness(chart, content([...chart.rows].toReversed()))).toBe('same');
  expect(likeness(chart, content([[1, 'a', 2.000000001]]))).toBe('gaps');
  expect(likeness(chart, content([[1, 'a', 3]]))).toBe('different');
});
