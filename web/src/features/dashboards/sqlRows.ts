import type { Row } from '../../api/telemetry';
import type { Cell } from './tileQuery';

/** A column of an answer to a tile of SQL. */
export interface SqlColumn {
  name: string;
  type: string;
}

/** Which columns are the time, the numbers and the groups of a chart. */
export interface Roles {
  time: string | null;
  numbers: string[];
  groups: string[];
}

/** Reads the roles of columns off their types; the first time is that of the chart. */
export function rolesOf(columns: SqlColumn[]): Roles {
  const time = columns.find(({ type }) => type === 'time')?.name ?? null;
  return {
    time,
    numbers: columns.filter(({ type }) => type === 'number').map(({ name }) => name),
    groups: columns.filter(({ name, type }) => type !== 'number' && name !== time).map(({ name }) => name),
  };
}

/** Rows as cells, like those of other charts. */
export function cellsOfRows(rows: Row[], { time, numbers, groups }: Roles): Cell[] {
  return rows.map((row) => ({
    bucket: time === null ? 0 : instantOf(row[time]),
    group: groups.map((name) => textOf(row[name])),
    values: numbers.map((name) => numberOf(row[name])),
  }));
}

function instantOf(value: unknown): number {
  const text = String(value).replace(' ', 'T');
  const at = Date.parse(/Z|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text.replace(/(\.\d{3})\d*$/, '$1')}Z`);
  return Number.isNaN(at) ? 0 : at;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A cell as text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
