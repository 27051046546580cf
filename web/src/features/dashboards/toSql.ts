import type { SelectItem, Source, TileContent } from '../../api/stack.gen';
import { itemFormat } from '../../charting/format';
import { expressionsOf } from '../../charting/words';
import { formulasOf } from './tileForm';
import type { ChartConfig, SqlConfig } from './types';

/** How functions are written in SQL: of what, and for which rows. */
const functions: Partial<Record<SelectItem['aggFn'], (of: string, level: number) => [string, string]>> = {
  count: () => ['count', ''],
  sum: (of) => ['sum', of],
  avg: (of) => ['avg', of],
  min: (of) => ['min', of],
  max: (of) => ['max', of],
  any: (of) => ['any', of],
  count_distinct: (of) => ['uniqExact', of],
  last_value: (of) => ['argMax', `${of}, Timestamp`],
  quantile: (of, level) => [`quantile|(${level})`, of],
};

/** As many groups as a tile shows unless it says otherwise. */
const groupsUsual = { line: 20, stacked_bar: 20, table: 200, pie: 12, bar: 12, number: 1 };

/** A chart that is to be SQL: its source, what its columns are called, and the conditions of its series in SQL. */
interface Converted {
  config: ChartConfig;
  source: Source;
  names: string[];
  conditions: string[];
}

/** Says why a chart can't be written as SQL; null when it can. */
export function reasonAgainstSql({ select }: ChartConfig, source: Source | undefined): string | null {
  if (source?.kind !== 'log' && source?.kind !== 'trace')
    return 'Metrics are read by rules that one statement can’t hold. Keep the tile as it is, or write the SQL yourself.';
  const odd = select.find(({ aggFn, periodAggFn }) => functions[aggFn] === undefined || periodAggFn !== undefined);
  return odd === undefined ? null : 'One of the functions has no counterpart in SQL.';
}

/** The chart as a tile of SQL that follows the time range and the filters of its dashboard. */
export function sqlConfigOf(converted: Converted): SqlConfig {
  const { config, source } = converted;
  const { displayType } = config;
  const numberFormat = config.numberFormat ?? (config.select[0] && itemFormat(config.select[0], source));
  const isOverTime = displayType === 'line' || displayType === 'stacked_bar';
  const { yAxis, thresholdLines, legend } = isOverTime ? config : {};
  return {
    configType: 'sql',
    displayType,
    connectionId: source.connection,
    sourceId: source.id,
    sqlTemplate: templateOf(converted),
    ...(numberFormat !== undefined && { numberFormat }),
    ...(config.timeShift !== undefined && { timeShift: config.timeShift }),
    ...(isOverTime && { seriesLimit: config.seriesLimit ?? groupsUsual[displayType] }),
    ...(yAxis !== undefined && { yAxis }),
    ...(thresholdLines !== undefined && { thresholdLines }),
    ...(legend !== undefined && { legend }),
    ...(displayType === 'stacked_bar' && config.shape !== undefined && { shape: config.shape }),
    ...(displayType === 'line' &&
      config.compareToPreviousPeriod !== undefined && { compareToPreviousPeriod: config.compareToPreviousPeriod }),
    ...(displayType === 'number' && config.color !== undefined && { color: config.color }),
  } as SqlConfig;
}

function templateOf({ config, names, conditions }: Converted): string {
  const isOverTime = config.displayType === 'line' || config.displayType === 'stacked_bar';
  const groups = 'groupBy' in config ? expressionsOf(config.groupBy ?? '') : [];
  const shared = new Set(conditions).size === 1 ? (conditions[0] ?? '') : '';
  const values = valuesOf(
    config,
    conditions.map((one) => (shared === '' ? one : '')),
  );
  const columns = [
    ...(isOverTime ? ['$__timeInterval(Timestamp) AS time'] : []),
    ...groups.map((group) => `${group} AS ${quoted(group)}`),
    ...values.map((value, at) => `${value} AS ${quoted(names[at] ?? `value ${at + 1}`)}`),
  ];
  const keys = [...(isOverTime ? ['time'] : []), ...groups];
  return [
    `SELECT ${columns.join(',\n  ')}`,
    'FROM $__sourceTable',
    `WHERE $__timeFilter(Timestamp) AND $__filters${shared === '' ? '' : ` AND (${shared})`}`,
    ...(keys.length > 0 ? [`GROUP BY ${keys.join(', ')}`] : []),
    ...orderOf(config, isOverTime, values[0] ?? ''),
  ].join('\n');
}

function orderOf(config: ChartConfig, isOverTime: boolean, first: string): string[] {
  if (isOverTime) return ['ORDER BY time'];
  if (config.displayType === 'number') return [];
  const orderBy = 'orderBy' in config ? (config.orderBy ?? '') : '';
  const having = config.displayType === 'table' ? (config.having ?? '') : '';
  const limit = 'limit' in config ? config.limit : undefined;
  return [
    ...(having === '' ? [] : [`HAVING ${having}`]),
    `ORDER BY ${orderBy === '' ? `${first} DESC` : orderBy}`,
    `LIMIT ${limit ?? groupsUsual[config.displayType]}`,
  ];
}

/** What a chart shows, as expressions: its series, their ratio, or formulas of them. */
function valuesOf(config: ChartConfig, conditions: string[]): string[] {
  const items = config.select.map((item, at) => valueOf(item, conditions[at] ?? ''));
  const formulas = formulasOf(config).map(({ expression }) => inserted(expression, items));
  if (formulas.length > 0) {
    const hasItems = 'showOperandSeries' in config && config.showOperandSeries === true;
    return hasItems ? [...items, ...formulas] : formulas;
  }
  return 'asRatio' in config && config.asRatio === true ? [inserted('A / B', items)] : items;
}

function inserted(expression: string, items: string[]): string {
  return expression.replaceAll(/[A-Z]/g, (letter) => `${items[(letter.codePointAt(0) ?? 0) - 65] ?? 'NULL'}`);
}

function valueOf({ aggFn, level = 0.95, valueExpression = '' }: SelectItem, condition: string): string {
  if (aggFn === 'none') return valueExpression;
  const [name = 'count', of = ''] = functions[aggFn]?.(valueExpression, level) ?? [];
  const [base = '', parameter = ''] = name.split('|');
  const taken = [of, condition].filter((one) => one !== '').join(', ');
  return `${base}${condition === '' ? '' : 'If'}${parameter}(${taken})`;
}

function quoted(name: string): string {
  return `\`${name.replaceAll(/[`\\]/g, String.raw`\$&`)}\``;
}

/** How far the numbers of SQL are those of the chart. */
export type Likeness = 'same' | 'gaps' | 'different';

/** Compares what two tiles show; zeros of the one may be gaps of the other. */
export function likeness(chart: TileContent, sql: TileContent): Likeness {
  const [wanted, found] = [numbersOf(chart), numbersOf(sql)];
  const isClose = (key: string) => close(wanted.get(key) ?? 0, found.get(key) ?? 0);
  const keys = [...new Set([...wanted.keys(), ...found.keys()])];
  if (!keys.every(isClose)) return 'different';
  return keys.every((key) => wanted.has(key) && found.has(key)) ? 'same' : 'gaps';
}

/** The numbers of a tile by their row's time and groups, and by their place. */
function numbersOf({ rows, columns }: TileContent): Map<string, number> {
  const isNumber = columns.map(({ role, type }) => role === 'value' || (role === 'cell' && type === 'number'));
  const numbers = new Map<string, number>();
  for (const row of rows) {
    const key = row.filter((_, at) => isNumber[at] !== true).join('\u0000');
    const values = row.filter((_, at) => isNumber[at]);
    values.forEach((value, at) => value !== null && numbers.set(`${key}\u0000${at}`, Number(value)));
  }
  return numbers;
}

function close(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-6 * Math.max(1, Math.abs(one), Math.abs(other));
}
