import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { severityColor, type Scheme } from '../../colors';
import { Stamp } from '../../components/Stamp';
import { TelemetryText } from '../../components/TelemetryText';
import type { LongColumn } from '../../components/VirtualTable';
import { cellText, durationText, headOf, timeOf, widthOf } from './columns';

/** The columns of the table of rows; whatever telemetry says is shown as text. */
export function rowColumns(columns: string[], source: Source, scheme: Scheme): LongColumn<Row>[] {
  const all = ['Timestamp', ...columns.filter((column) => column !== 'Timestamp')];
  const hasRest = all.some((column) => widthOf(column) === undefined);
  return all.map((column, at) => ({
    key: column,
    name: headOf(column),
    width: !hasRest && at === all.length - 1 ? undefined : widthOf(column),
    isNumber: column === source.durationExpression,
    cell: cellOf(column, source, scheme),
  }));
}

function cellOf(column: string, source: Source, scheme: Scheme): LongColumn<Row>['cell'] {
  if (column === 'Timestamp') return (row) => <Stamp ms={timeOf(row)} form="day" />;
  if (column === source.durationExpression) return (row) => durationText(row[column], source);
  if (column === 'SeverityText' || column === 'StatusCode') {
    return (row) => (
      <span style={{ color: severityColor(cellText(row[column]), scheme) }}>{cellText(row[column])}</span>
    );
  }
  return (row) => <TelemetryText text={cellText(row[column])} isOneLine />;
}
