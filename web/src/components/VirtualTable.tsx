import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';

import { shapeOf, stackedShape, type LongColumn } from './gridColumn';
import { GridHead, type HeadActs } from './GridHead';
import { GridRow } from './GridRow';
import { useEndOfRows, useIsNarrow, useWindow } from './gridWindow';
import classes from './VirtualTable.module.css';

/** What can be done with a table from outside. */
export interface TableSteps {
  /** Opens the row so many places after the open one; where none is open, the table gets the keys first. */
  step: (by: number) => void;
  /** Brings a row into sight. */
  show: (at: number) => void;
}

interface VirtualTableProps<Row> extends HeadActs {
  steps?: Ref<TableSteps>;
  label: string;
  columns: LongColumn<Row>[];
  rows: Row[];
  /** Stands for all columns where the table is narrow; its rows are as high as their texts need. */
  narrow?: LongColumn<Row>;
  /** Index of the row that is open beside the table. */
  openAt?: number | null;
  /** Index of the row that was looked for. */
  foundAt?: number | null;
  /** Long texts take as many lines as they need, up to a limit. */
  isWrapped?: boolean;
  onOpen: (row: Row, at: number) => void;
  /** Enter was pressed on the open row. */
  onEnter?: () => void;
  /** Called when the last rows come into sight. */
  onEnd?: () => void;
  /** Colour of the mark at the left edge. */
  markOf?: (row: Row) => string | undefined;
  /** Stands below the last row. */
  foot?: ReactNode;
}

const rowPixels = 28;
/** A row of a narrow table: its short columns stand above the one that takes what is left. */
const stackedPixels = 48;

/** A table of any length: only the rows in sight are in the document. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, rows, openAt = null, foundAt = null, onOpen, onEnter, markOf, foot } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const isStacked = useIsNarrow(scroller);
  const single = isStacked ? props.narrow : undefined;
  const isWrapped = props.isWrapped === true || single !== undefined;
  const [columns, setDragged] = useDraggedWidth(single === undefined ? props.columns : [single]);
  const virtual = useWindow(scroller, {
    count: rows.length,
    pixels: isStacked ? stackedPixels : rowPixels,
    openAt,
    isWrapped,
  });
  useEndOfRows(virtual.range?.endIndex ?? 0, rows.length, props.onEnd);
  const { at, go, show, open } = useWalk(virtual.scrollToIndex, rows, openAt, onOpen);
  const step = (by: number) => {
    const isAway = openAt === null && scroller.current !== document.activeElement;
    if (isAway) scroller.current?.focus({ preventScroll: true });
    else go((openAt ?? at) + by);
  };
  useImperativeHandle(props.steps, () => ({ step, show }));
  const enter = () => (at === openAt && onEnter !== undefined ? onEnter() : open(at));
  const shape = isStacked ? stackedShape(columns) : shapeOf(columns);
  const items = virtual.getVirtualItems();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      ref={scroller}
      className={classes.scroller}
      data-stacked={isStacked || undefined}
      data-single={single !== undefined || undefined}
      data-wrapped={isWrapped || undefined}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      tabIndex={0}
      aria-activedescendant={items.some(({ index }) => index === at) ? `${id}-${at}` : undefined}
      onKeyDown={(event) => onKey(event, rows.length, { open: enter, step: (by) => go(at + by) })}
    >
      <GridHead
        columns={columns}
        shape={shape}
        isStacked={isStacked}
        onDrag={(key, width) => setDragged({ key, width })}
        {...headActs(props, () => setDragged(null))}
      />
      <div
        role="rowgroup"
        className={classes.rows}
        style={{ height: virtual.getTotalSize(), minWidth: shape.minWidth }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <GridRow
              key={index}
              id={`${id}-${index}`}
              row={row}
              index={index}
              columns={columns}
              isOpen={openAt === index}
              isActive={index === at}
              isFound={foundAt === index}
              {...(isWrapped && { measure: virtual.measureElement })}
              style={{ ...shape, transform: `translateY(${start}px)`, ...marked(markOf?.(row)) }}
              onClick={() => open(index)}
            />
          );
        })}
      </div>
      {foot}
    </div>
  );
}

/** The row that keys start from, and ways to another one. */
function useWalk<Row>(
  scrollTo: (at: number, options?: { align: 'center' }) => void,
  rows: Row[],
  openAt: number | null,
  onOpen: VirtualTableProps<Row>['onOpen'],
) {
  const [active, setActive] = useState(0);
  const last = Math.max(0, rows.length - 1);
  const open = (index: number) => {
    const row = rows[index];
    setActive(index);
    if (row !== undefined) onOpen(row, index);
  };
  const go = (next: number) => {
    const bound = Math.max(0, Math.min(last, next));
    scrollTo(bound);
    if (openAt === null) setActive(bound);
    else open(bound);
  };
  const show = (index: number) => {
    setActive(index);
    scrollTo(index, { align: 'center' });
  };
  return { at: Math.min(active, last), go, show, open };
}

/** The columns, the one whose edge is being dragged with the width that it would have. */
function useDraggedWidth<Row>(columns: LongColumn<Row>[]) {
  const [dragged, setDragged] = useState<{ key: string; width: number } | null>(null);
  const shown = columns.map((column) => (column.key === dragged?.key ? { ...column, width: dragged.width } : column));
  return [shown, setDragged] as const;
}

/** What the head can do; a width that was given ends the drag. */
function headActs({ order = null, onOrder, onWidth, onMove }: HeadActs, onDragged: () => void): HeadActs {
  return {
    order,
    ...(onOrder && { onOrder }),
    ...(onMove && { onMove }),
    ...(onWidth && {
      onWidth(key: string, width: number | null) {
        onDragged();
        onWidth(key, width);
      },
    }),
  };
}

function marked(color: string | undefined): Record<string, string> {
  return color === undefined ? {} : { '--mark': color };
}

/** Keys of the grid itself; the controls in its head have their own. */
function onKey(event: KeyboardEvent, count: number, acts: { open: () => void; step: (by: number) => void }): void {
  if (event.target !== event.currentTarget) return;
  if (event.key === 'Enter') acts.open();
  const step = stepOf(event.key, count);
  if (step === null) return;
  event.preventDefault();
  acts.step(step);
}

/** How far a key moves; null for keys that move nothing. */
function stepOf(key: string, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: 20,
    PageUp: -20,
    Home: -count,
    End: count,
  };
  return steps[key] ?? null;
}
