import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';

import classes from './VirtualTable.module.css';

/** A column of a long table. */
export interface LongColumn<Row> {
  key: string;
  name: ReactNode;
  cell: (row: Row) => ReactNode;
  /** In pixels; a column without one takes what is left. */
  width?: number | undefined;
  isNumber?: boolean;
}

/** What can be done with a table from outside. */
export interface TableSteps {
  /** Opens the row so many places after the open one. */
  step: (by: number) => void;
}

interface VirtualTableProps<Row> {
  steps?: Ref<TableSteps>;
  label: string;
  columns: LongColumn<Row>[];
  rows: Row[];
  /** Index of the row that is open beside the table. */
  openAt?: number | null;
  onOpen: (row: Row, at: number) => void;
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
/** A table below this width is narrow. */
const narrowPixels = 520;
const overscan = 12;
/** What a column without a width has at least. */
const restPixels = 280;
/** Fewer rows than this below the window: time to fetch more. */
const endRows = 60;

/** A table of any length: only the rows in sight are in the document. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, openAt = null, onOpen, markOf, foot } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const [active, setActive] = useState(0);
  const isStacked = useIsNarrow(scroller);
  const virtual = useWindow(scroller, rows.length, isStacked ? stackedPixels : rowPixels, openAt);
  useEndOfRows(virtual.range?.endIndex ?? 0, rows.length, props.onEnd);
  const at = Math.min(active, Math.max(0, rows.length - 1));
  const go = (next: number) => {
    const bound = Math.max(0, Math.min(rows.length - 1, next));
    setActive(bound);
    virtual.scrollToIndex(bound);
    const row = rows[bound];
    if (openAt !== null && row !== undefined) onOpen(row, bound);
  };
  useImperativeHandle(props.steps, () => ({ step: (by) => go((openAt ?? at) + by) }));
  const onKey = (event: KeyboardEvent) => {
    const row = rows[at];
    if (event.key === 'Enter' && row !== undefined) onOpen(row, at);
    const step = stepOf(event.key, rows.length);
    if (step === null) return;
    event.preventDefault();
    go(at + step);
  };
  const shape = isStacked ? stackedShape(columns) : shapeOf(columns);
  const items = virtual.getVirtualItems();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      ref={scroller}
      className={classes.scroller}
      data-stacked={isStacked || undefined}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      tabIndex={0}
      aria-activedescendant={items.some(({ index }) => index === at) ? `${id}-${at}` : undefined}
      onKeyDown={onKey}
    >
      <GridHead columns={columns} shape={shape} />
      <div
        role="rowgroup"
        className={classes.rows}
        style={{ height: virtual.getTotalSize(), minWidth: shape.minWidth }}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const open = () => {
            setActive(index);
            onOpen(row, index);
          };
          return (
            <GridRow
              key={index}
              id={`${id}-${index}`}
              row={row}
              index={index}
              columns={columns}
              isOpen={openAt === index}
              isActive={index === at}
              style={{ ...shape, transform: `translateY(${start}px)`, ...marked(markOf?.(row)) }}
              onClick={open}
            />
          );
        })}
      </div>
      {foot}
    </div>
  );
}

function GridHead<Row>({ columns, shape }: { columns: LongColumn<Row>[]; shape: CSSProperties }) {
  return (
    <div className={classes.head} role="row" aria-rowindex={1} style={shape}>
      {columns.map((column) => (
        <div key={column.key} role="columnheader" className={classes.cell} data-number={column.isNumber || undefined}>
          {column.name}
        </div>
      ))}
    </div>
  );
}

interface GridRowProps<Row> {
  id: string;
  row: Row;
  index: number;
  columns: LongColumn<Row>[];
  isOpen: boolean;
  isActive: boolean;
  style: CSSProperties;
  onClick: () => void;
}

function GridRow<Row>({ id, row, index, columns, isOpen, isActive, style, onClick }: GridRowProps<Row>) {
  return (
    // The grid has the keys; this is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      className={classes.row}
      data-active={isActive || undefined}
      style={style}
      onClick={onClick}
    >
      {columns.map((column) => (
        <div
          key={column.key}
          role="gridcell"
          className={classes.cell}
          data-number={column.isNumber || undefined}
          data-rest={column.width === undefined || undefined}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}

/** The rows in sight; the open one is among them at first. */
function useWindow(scroller: RefObject<HTMLDivElement | null>, count: number, pixels: number, openAt: number | null) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => pixels,
    overscan,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, pixels]);
  useOpenRowInSight(scroller, openAt, count, pixels);
  return virtual;
}

/** The grid of a row; rows that don't fit scroll sideways together. */
function shapeOf<Row>(columns: LongColumn<Row>[]): { gridTemplateColumns: string; minWidth: number } {
  const gridTemplateColumns = columns
    .map(({ width }) => (width === undefined ? `minmax(${restPixels}px, 1fr)` : `${width}px`))
    .join(' ');
  return { gridTemplateColumns, minWidth: columns.reduce((sum, { width }) => sum + (width ?? restPixels), 0) };
}

/** The grid of a narrow row: its short columns share one line. */
function stackedShape<Row>(columns: LongColumn<Row>[]): { gridTemplateColumns: string; minWidth: number } {
  const short = columns.filter(({ width }) => width !== undefined).length;
  return { gridTemplateColumns: `repeat(${Math.max(1, short)}, minmax(0, max-content))`, minWidth: 0 };
}

function marked(color: string | undefined): Record<string, string> {
  return color === undefined ? {} : { '--mark': color };
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

/**
 * The open row is in the middle at first and when rows change their height, and
 * stays in its place when rows are added before it.
 */
function useOpenRowInSight(
  scroller: RefObject<HTMLDivElement | null>,
  openAt: number | null,
  count: number,
  pixels: number,
): void {
  const last = useRef<{ openAt: number | null; count: number; pixels: number } | null>(null);
  useLayoutEffect(() => {
    const [element, before] = [scroller.current, last.current];
    last.current = { openAt, count, pixels };
    if (element === null || openAt === null) return;
    if (before === null || before.pixels !== pixels)
      element.scrollTop = openAt * pixels - (element.clientHeight - pixels) / 2;
    else if (before.openAt !== null && before.count !== count) element.scrollTop += (openAt - before.openAt) * pixels;
  }, [scroller, openAt, count, pixels]);
}

/** Says whether the table has the width of a phone. */
function useIsNarrow(scroller: RefObject<HTMLDivElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = () => setNarrow(element.clientWidth < narrowPixels);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [scroller]);
  return isNarrow;
}

function useEndOfRows(last: number, count: number, onEnd: (() => void) | undefined): void {
  const isEnd = count > 0 && last >= count - endRows;
  useEffect(() => {
    if (isEnd) onEnd?.();
    // Asked again for every new length, not for every new function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isEnd, count]);
}
