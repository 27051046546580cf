import { Table as MantineTable, UnstyledButton } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';

import { Icon } from './Icon';
import { sortRows, type Order } from './sort';
import classes from './Table.module.css';

/** A column of a table. */
export interface Column<Row> {
  key: string;
  name: ReactNode;
  /** What stands in the cell. */
  cell: (row: Row) => ReactNode;
  /** What the column is sorted by; a column without it can't be sorted. */
  sortBy?: (row: Row) => string | number | null;
  isNumber?: boolean;
  width?: number | string;
  /** Left out on a phone. */
  isMinor?: boolean;
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
    <MantineTable.ScrollContainer
      minWidth="var(--fits)"
      type="native"
      className={classes.scroller}
      data-narrows={columns.some(({ isMinor }) => isMinor) || undefined}
    >
      <MantineTable aria-label={label} className={classes.table} highlightOnHover={onRowClick !== undefined}>
        <MantineTable.Thead>
          <MantineTable.Tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} order={order} onOrder={setOrder} />
            ))}
          </MantineTable.Tr>
        </MantineTable.Thead>
        <MantineTable.Tbody>
          {sorted.map((row) => (
            <MantineTable.Tr
              key={rowKey(row)}
              {...(onRowClick && { onClick: () => onRowClick(row), className: classes.clickable })}
            >
              {columns.map((column) => (
                <MantineTable.Td
                  key={column.key}
                  data-number={column.isNumber || undefined}
                  data-minor={column.isMinor || undefined}
                >
                  {column.cell(row)}
                </MantineTable.Td>
              ))}
            </MantineTable.Tr>
          ))}
        </MantineTable.Tbody>
      </MantineTable>
    </MantineTable.ScrollContainer>
  );
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
      w={column.width}
      data-number={column.isNumber || undefined}
      data-minor={column.isMinor || undefined}
      {...(column.sortBy && { 'aria-sort': isOrder ? (isDescending ? 'descending' : 'ascending') : 'none' })}
    >
      {column.sortBy === undefined ? (
        column.name
      ) : (
        <UnstyledButton
          className={classes.sort}
          onClick={() => onOrder({ key: column.key, isDescending: isOrder ? !isDescending : column.isNumber === true })}
        >
          {column.name}
          <span className={classes.arrow} data-on={isOrder || undefined}>
            <Icon name={isDescending || !isOrder ? 'down' : 'up'} size={12} />
          </span>
        </UnstyledButton>
      )}
    </MantineTable.Th>
  );
}
