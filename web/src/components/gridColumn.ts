import type { ReactNode } from 'react';

/** A column of a long table. */
export interface LongColumn<Row> {
  key: string;
  name: string;
  cell: (row: Row) => ReactNode;
  /** In pixels; a column without one takes what is left. */
  width?: number | undefined;
  /** It has a line of its own in a narrow table. */
  isLong?: boolean;
  isNumber?: boolean;
  /** It can't be moved, and nothing can stand before it. */
  isFixed?: boolean;
}

/** What a column without a width has at least. */
const restPixels = 280;

/** The grid of a row; rows that don't fit scroll sideways together. */
export function shapeOf<Row>(columns: LongColumn<Row>[]): { gridTemplateColumns: string; minWidth: number } {
  const gridTemplateColumns = columns
    .map(({ width }) => (width === undefined ? `minmax(${restPixels}px, 1fr)` : `${width}px`))
    .join(' ');
  return { gridTemplateColumns, minWidth: columns.reduce((sum, { width }) => sum + (width ?? restPixels), 0) };
}

/** The grid of a narrow row: its short columns share one line, in which times and numbers are never cut. */
export function stackedShape<Row>(columns: LongColumn<Row>[]): { gridTemplateColumns: string; minWidth: number } {
  const short = columns.filter(({ isLong }) => isLong !== true);
  const tracks = short.map(({ isFixed, isNumber }) => (isFixed || isNumber ? 'max-content' : 'minmax(0, max-content)'));
  // What is left belongs to the line below, which is as wide as all of them.
  return { gridTemplateColumns: [...tracks, 'minmax(0, 1fr)'].join(' '), minWidth: 0 };
}
