import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { fieldFormat, quantityText } from '../../charting/fieldFormat';
import { severityColor, type Scheme } from '../../colors';
import { cutAt } from '../../components/found';
import type { LongColumn } from '../../components/gridColumn';
import { Stamp } from '../../components/Stamp';
import { TelemetryText } from '../../components/TelemetryText';
import { cellText, headOf, timeOf, widthOf } from './columns';

/** How rows are shown. */
export interface RowsLook {
  source: Source;
  scheme: Scheme;
  /** Widths that somebody gave to columns, in pixels. */
  widths: Record<string, number>;
  isWrapped: boolean;
  /** What is looked for in the rows; empty for nothing. */
  find: string;
}

/** The columns of the table of rows; whatever telemetry says is shown as text. */
export function rowColumns(columns: string[], look: RowsLook): LongColumn<Row>[] {
  const all = ['Timestamp', ...columns.filter((column) => column !== 'Timestamp')];
  const long = all.find((column) => widthOf(column) === undefined) ?? all.at(-1);
  return all.map((column) => ({
    key: column,
    name: headOf(column),
    width: look.widths[column] ?? (column === long ? undefined : widthOf(column)),
    isLong: column === long,
    isFixed: column === 'Timestamp',
    isNumber: isNumberColumn(column, look.source),
    cell: cellOf(column, look),
  }));
}

/** Says whether a column holds numbers, as far as its name tells. */
export function isNumberColumn(column: string, source: Source): boolean {
  return numbers.has(column) || fieldFormat(column, source) !== undefined;
}

const numbers = new Set(['SeverityNumber', 'SampleRate', 'TraceFlags']);

/** More than this is not shown of a cell. */
const cellSignsMax = 4_000;

/** What a cell says, with its unit. */
export function shownText(row: Row, column: string, source: Source): string {
  return quantityText(row[column], fieldFormat(column, source)) ?? cellText(row[column]).slice(0, cellSignsMax);
}

function cellOf(column: string, { source, scheme, isWrapped, find }: RowsLook): LongColumn<Row>['cell'] {
  if (column === 'Timestamp') return (row) => <Stamp ms={timeOf(row)} form="day" />;
  const isLevel = column === 'SeverityText' || column === 'StatusCode';
  return (row) => {
    const text = <FoundText text={shownText(row, column, source)} find={find} isOneLine={!isWrapped} />;
    return isLevel ? <span style={{ color: severityColor(cellText(row[column]), scheme) }}>{text}</span> : text;
  };
}

function FoundText({ text, find, isOneLine }: { text: string; find: string; isOneLine: boolean }) {
  return cutAt(text, find).map((part, at) => {
    const shown = <TelemetryText key={at} text={part.text} isOneLine={isOneLine} />;
    return part.isFound ? <mark key={at}>{shown}</mark> : shown;
  });
}
