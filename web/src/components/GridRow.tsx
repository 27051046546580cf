import type { CSSProperties } from 'react';

import type { LongColumn } from './gridColumn';
import classes from './VirtualTable.module.css';

interface GridRowProps<Row> {
  id: string;
  row: Row;
  index: number;
  columns: LongColumn<Row>[];
  isOpen: boolean;
  isActive: boolean;
  isFound: boolean;
  /** Measures the row where its height follows from its text. */
  measure?: (element: HTMLElement | null) => void;
  style: CSSProperties;
  onClick: () => void;
}

/** A row of a long table; the table around it has the focus. */
export function GridRow<Row>(props: GridRowProps<Row>) {
  const { id, row, index, columns, isOpen, isActive, isFound, measure, style, onClick } = props;
  return (
    // The grid has the keys; this is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      className={classes.row}
      data-active={isActive || undefined}
      data-found={isFound || undefined}
      style={style}
      onClick={onClick}
    >
      {columns.map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={classes.cell}
          data-number={column.isNumber || undefined}
          data-rest={column.isLong || undefined}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}
