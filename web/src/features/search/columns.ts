import { lineOf } from '../../components/signs';
import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { unescaped } from '../../components/query/quoted';

/** Columns whose width follows from what they hold. */
const widths = new Map(
  Object.entries({
    Timestamp: 168,
    SeverityText: 72,
    StatusCode: 72,
    ServiceName: 132,
    Duration: 88,
    SpanKind: 80,
    SpanName: 260,
    TraceId: 270,
    SpanId: 148,
  }),
);

/** The columns that a source shows unless told otherwise. */
export function usualColumns(source: Source): string[] {
  if (source.kind === 'trace') return ['Timestamp', 'ServiceName', 'StatusCode', 'Duration', 'SpanKind', 'SpanName'];
  return ['Timestamp', 'SeverityText', 'ServiceName', 'Body'];
}

/** The select of a search; the time is always the first. */
export function selectOf(columns: string[]): string {
  return ['Timestamp', ...columns.filter((column) => column !== 'Timestamp')].join(', ');
}

/** The columns as they are saved: none for those that the source shows anyway. */
export function savedSelect(columns: string[], source: Source): string {
  return columns.join() === usualColumns(source).join() ? '' : columns.join(', ');
}

/** The width of a column in pixels; undefined for one that takes what is left. */
export function widthOf(column: string): number | undefined {
  return widths.get(column) ?? (column === 'Body' ? undefined : 160);
}

/** Puts a column into the place of another one. */
export function moveColumn(columns: string[], moved: string, place: string): string[] {
  const [from, to] = [columns.indexOf(moved), columns.indexOf(place)];
  return from === -1 || to === -1 ? columns : columns.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** A column's name for people: a key of a map is shown as the key. */
export function headOf(column: string): string {
  const key = /^\w+\['(.+)'\]$/.exec(column)?.[1];
  return lineOf(key === undefined ? (shortNames.get(column) ?? column) : unescaped(key));
}

const shortNames = new Map(
  Object.entries({
    Timestamp: 'Time',
    SeverityText: 'Level',
    ServiceName: 'Service',
    StatusCode: 'Status',
    SpanName: 'Span',
    SpanKind: 'Kind',
    Body: 'Message',
  }),
);

/** Text of a cell, on one line. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return JSON.stringify(value);
}

/** Milliseconds of a row's time. */
export function timeOf(row: Row): number {
  const at = Date.parse(String(row.Timestamp));
  return Number.isNaN(at) ? 0 : at;
}

/** The level of a row: its severity, or its status when it is a span. */
export function levelOf(row: Row): string {
  return cellText(row.SeverityText ?? row.StatusCode ?? '');
}

/** Where a row stands: the one that agrees with what was seen of it, or the first of its time; null without any. */
export function placeOf(rows: Row[], timestamp: string, seen: Row | null): number | null {
  const isOfTime = (row: Row) => cellText(row.Timestamp) === timestamp;
  const first = timestamp === '' ? -1 : rows.findIndex(isOfTime);
  if (first === -1) return null;
  const same = seen === null ? -1 : rows.findIndex((row, at) => at >= first && isOfTime(row) && isSameRow(seen, row));
  return same === -1 ? first : same;
}

/** Says whether two rows agree in every column that both have. */
export function isSameRow(one: Row, other: Row): boolean {
  return Object.keys(one).every((column) => !(column in other) || cellText(one[column]) === cellText(other[column]));
}
