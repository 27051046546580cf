import { TelemetryText } from '../../../components/TelemetryText';
import type { OnClick, TileContent } from '../../../api/stack.gen';
import { Table } from '../../../components/Table';
import { formatterOf } from '../../../number';
import { textOf } from '../cells';
import type { NamedRow } from '../click';
import type { Scope } from '../scope';
import { RowLink } from './RowLink';
import classes from './tiles.module.css';

interface CellTableProps {
  name: string;
  content: TileContent;
  /** Where a row leads. */
  link?: { onClick: OnClick; scope: Scope } | undefined;
}

/** Rows that are written as they are, such as those of SQL; the first cell carries the tile's own link. */
export function CellTable({ name, content, link }: CellTableProps) {
  const columns = content.columns.map(({ name: column, type, numberFormat }, at) => {
    const format = numberFormat === undefined ? textOf : numberText(formatterOf(numberFormat));
    const isLink = at === 0 && link !== undefined;
    const cell = (row: unknown[]) => {
      const text = <TelemetryText text={format(row[at])} isOneLine isName={isLink} />;
      if (!isLink) return text;
      return (
        <RowLink {...link} row={namedRow(content, row)}>
          {text}
        </RowLink>
      );
    };
    return { key: String(at), name: column, isNumber: type === 'number', cell };
  });
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={name}>
      <Table label={name} columns={columns} rows={content.rows} rowKey={(row) => JSON.stringify(row)} />
    </div>
  );
}

function namedRow({ columns }: TileContent, row: unknown[]): NamedRow {
  return Object.fromEntries(columns.map(({ name }, at) => [name, textOf(row[at])]));
}

function numberText(format: (value: number) => string): (value: unknown) => string {
  return (value) => {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? format(number) : textOf(value);
  };
}
