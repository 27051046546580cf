import { Table as MantineTable, UnstyledButton } from '@mantine/core';
import { useMemo, useState, type CSSProperties, type MouseEvent, type ReactNode } from 'react';

import { Icon } from './Icon';
import { sortRows, type Order } from './sort';
import classes from './Table.module.css';
import { isShortened, tracksOf, type Sized } from './tableShape';

/** A column of a table. */
export interface Column<Row> extends Sized {
  key: string;
  name: ReactNode;
  /** What stands in the cell. */
  cell: (row: Row) => ReactNode;
  /** What the column is sorted by; a column without it can't be sorted. */
  sortBy?: (row: Row) => string | number | null;
  /** Left out where the table is narrow, or only where it is as narrow as on a phone. */
  isMinor?: boolean | 'phone';
}

interface TableProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  initialOrder?: Order;
  onRowClick?: (row: Row) => void;
}

/** A table for up to some hundred rows; its columns sort by a click on their names. */
export function Table<Row>({ label, columns, rows, rowKey, initialOrder, onRowClick }: TableProps<Row>) {
  const [order, setOrder] = useState<Order | null>(initialOrder ?? null);
  const sorted = useMemo(() => sortRows(rows, columns, order), [rows, columns, order]);
  return (
    <div className={classes.scroller}>
      <MantineTable
        aria-label={label}
        role="table"
        className={classes.table}
        style={tracks(columns)}
        highlightOnHover={onRowClick !== undefined}
      >
        <MantineTable.Thead role="rowgroup">
          <MantineTable.Tr role="row">
            {columns.map((column) => (
              <Head key={column.key} column={column} order={order} onOrder={setOrder} />
            ))}
          </MantineTable.Tr>
        </MantineTable.Thead>
        <MantineTable.Tbody role="rowgroup">
          {sorted.map((row) => (
            <MantineTable.Tr
              key={rowKey(row)}
              role="row"
              {...(onRowClick && { onClick: () => onRowClick(row), className: classes.clickable })}
            >
              {columns.map((column) => (
                <MantineTable.Td key={column.key} role="cell" {...marksOf(column)}>
                  {column.cell(row)}
                </MantineTable.Td>
              ))}
            </MantineTable.Tr>
          ))}
        </MantineTable.Tbody>
      </MantineTable>
    </div>
  );
}

/** The tracks for the style sheet, which leaves some out where the table is narrow. */
function tracks<Row>(columns: Column<Row>[]): CSSProperties {
  const narrow = columns.filter(({ isMinor }) => isMinor !== true);
  const phone = narrow.filter(({ isMinor }) => isMinor !== 'phone');
  return {
    '--tracks': tracksOf(columns),
    '--tracks-narrow': tracksOf(narrow),
    '--tracks-phone': tracksOf(phone),
  } as CSSProperties;
}

/** What the style sheet goes by; a shortened text is whole in its title. */
function marksOf<Row>(column: Column<Row>) {
  return {
    'data-number': column.isNumber || undefined,
    'data-minor': column.isMinor || undefined,
    ...(isShortened(column) && { 'data-text': true, onMouseEnter: titleWhole }),
  };
}

function titleWhole({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.title = currentTarget.textContent ?? '';
}

interface HeadProps<Row> {
  column: Column<Row>;
  order: Order | null;
  onOrder: (order: Order) => void;
}

function Head<Row>({ column, order, onOrder }: HeadProps<Row>) {
  const isOrder = order?.key === column.key;
  const isDescending = isOrder && order.isDescending;
  return (
    <MantineTable.Th
      role="columnheader"
      {...marksOf(column)}
      onMouseEnter={titleWhole}
      {...(column.sortBy && { 'aria-sort': isOrder ? (isDescending ? 'descending' : 'ascending') : 'none' })}
    >
      {column.sortBy === undefined ? (
        column.name
      ) : (
        <UnstyledButton
          className={classes.sort}
          onClick={() => onOrder({ key: column.key, isDescending: isOrder ? !isDescending : column.isNumber === true })}
        >
          <span className={classes.name}>{column.name}</span>
          <span className={classes.arrow} data-on={isOrder || undefined}>
            <Icon name={isDescending || !isOrder ? 'down' : 'up'} size={12} />
          </span>
        </UnstyledButton>
      )}
    </MantineTable.Th>
  );
}
