import type { TileContent } from '../../../api/stack.gen';
import { Table } from '../../../components/Table';
import { formatterOf } from '../../../number';
import { textOf } from '../cells';
import classes from './tiles.module.css';

/** Rows that are written as they are, such as those of SQL. */
export function CellTable({ name, content }: { name: string; content: TileContent }) {
  const columns = content.columns.map(({ name: column, type, numberFormat }, at) => {
    const format = numberFormat === undefined ? textOf : numberText(formatterOf(numberFormat));
    return { key: String(at), name: column, isNumber: type === 'number', cell: (row: unknown[]) => format(row[at]) };
  });
  return (
    // A region that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={name}>
      <Table label={name} columns={columns} rows={content.rows} rowKey={(row) => JSON.stringify(row)} />
    </div>
  );
}

function numberText(format: (value: number) => string): (value: unknown) => string {
  return (value) => {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? format(number) : textOf(value);
  };
}
