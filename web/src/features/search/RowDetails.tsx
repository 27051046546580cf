import type { Source } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';
import { Attributes, type Attribute } from '../../components/Attributes';
import { CopyButton } from '../../components/CopyButton';
import { attributesOf, prettyText } from '../../components/rowAttributes';
import { TelemetryText } from '../../components/TelemetryText';
import { cellText } from './columns';
import classes from './RowPanel.module.css';
import type { Filter } from './where';

interface RowDetailsProps {
  source: Source;
  row: Row;
  columns: string[];
  onFilter: (chosen: Omit<Filter, 'values'>, value: string) => void;
  onColumns: (columns: string[]) => void;
}

/** All that a row says; each value can become a filter or a column. */
export function RowDetails({ source, row, columns, onFilter, onColumns }: RowDetailsProps) {
  const body = cellText(row.Body ?? row.SpanName ?? '');
  const filter = (isExcluding: boolean) => (attribute: Attribute) =>
    onFilter({ field: attribute.field, expression: attribute.expression, isExcluding }, attribute.value);
  const addColumn = ({ expression }: Attribute) =>
    onColumns([...columns.filter((column) => column !== expression), expression]);
  return (
    <>
      {body !== '' && (
        <div className={classes.message}>
          <pre className={classes.text}>
            <TelemetryText text={prettyText(body)} />
          </pre>
          <CopyButton value={body} what="message" />
        </div>
      )}
      {attributesOf(row, source).map(({ label, attributes }) => (
        <Attributes
          key={label}
          label={label}
          attributes={attributes}
          onInclude={filter(false)}
          onExclude={filter(true)}
          onColumn={addColumn}
        />
      ))}
      <div className={classes.foot}>
        <CopyButton value={JSON.stringify(row, null, 2)} what="row as JSON" />
      </div>
    </>
  );
}
