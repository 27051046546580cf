import { UnstyledButton } from '@mantine/core';
import { useState, type CSSProperties, type DragEvent, type KeyboardEvent } from 'react';

import type { LongColumn } from './gridColumn';
import { Icon } from './Icon';
import { ResizeHandle } from './ResizeHandle';
import type { Order } from './sort';
import classes from './VirtualTable.module.css';

/** What can be done with the columns of a table; without a function there is no control for it. */
export interface HeadActs {
  /** The column that the rows are ordered by. */
  order?: Order | null;
  /** The name of a column was clicked. */
  onOrder?: (key: string) => void;
  /** A column got a width; null for its usual one. */
  onWidth?: (key: string, width: number | null) => void;
  /** A column is to stand at the place that another one has. */
  onMove?: (key: string, place: string) => void;
}

interface GridHeadProps<Row> extends HeadActs {
  columns: LongColumn<Row>[];
  shape: CSSProperties;
  /** The names alone, for those who can't see that there is no room for them. */
  isStacked: boolean;
  onDrag: (key: string, width: number) => void;
}

const limits = { min: 48, max: 1_600 };

/** The names of the columns: a click orders by one, a drag moves it, a drag of its edge resizes it. */
export function GridHead<Row>({ columns, shape, isStacked, ...acts }: GridHeadProps<Row>) {
  const [over, setOver] = useState('');
  return (
    <div className={classes.head} role="row" aria-rowindex={1} style={shape}>
      {columns.map((column, at) => (
        <div
          key={column.key}
          role="columnheader"
          className={classes.headCell}
          data-number={column.isNumber || undefined}
          data-over={over === column.key || undefined}
          {...(acts.onOrder && { 'aria-sort': sortOf(column.key, acts.order ?? null) })}
          {...(acts.onMove && !isStacked && !column.isFixed && dropZone(column.key, acts.onMove, setOver))}
        >
          {isStacked ? column.name : <Name column={column} neighbours={neighboursOf(columns, at)} {...acts} />}
          {!isStacked && acts.onWidth && (
            <ResizeHandle
              label={`Resize ${column.name}`}
              edge="right"
              width={column.width ?? null}
              {...limits}
              onDrag={(width) => acts.onDrag(column.key, width)}
              onResize={(width) => acts.onWidth?.(column.key, width)}
              onReset={() => acts.onWidth?.(column.key, null)}
            />
          )}
        </div>
      ))}
    </div>
  );
}

interface NameProps<Row> extends HeadActs {
  column: LongColumn<Row>;
  neighbours: Neighbours;
}

function Name<Row>({ column, neighbours, order = null, onOrder, onMove }: NameProps<Row>) {
  const { key, name, isFixed = false } = column;
  const isOrder = order?.key === key;
  const move = (event: KeyboardEvent) => {
    const place =
      event.key === 'ArrowLeft' ? neighbours.left : event.key === 'ArrowRight' ? neighbours.right : undefined;
    if (!event.shiftKey || place === undefined || isFixed) return;
    event.preventDefault();
    onMove?.(key, place);
  };
  if (onOrder === undefined) return <span className={classes.headName}>{name}</span>;
  return (
    <UnstyledButton
      className={classes.headName}
      draggable={onMove !== undefined && !isFixed}
      title={isFixed || onMove === undefined ? name : `${name}: click to sort, drag or Shift+arrow to move`}
      onDragStart={(event: DragEvent) => event.dataTransfer.setData(dragType, key)}
      onKeyDown={move}
      onClick={() => onOrder(key)}
    >
      <span className={classes.headText}>{name}</span>
      {isOrder && <Icon name={order.isDescending ? 'down' : 'up'} size={12} />}
    </UnstyledButton>
  );
}

const dragType = 'application/x-cairn-column';

function dropZone(place: string, onMove: (key: string, place: string) => void, setOver: (key: string) => void) {
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(dragType)) return;
      event.preventDefault();
      setOver(place);
    },
    onDragLeave: () => setOver(''),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver('');
      const key = event.dataTransfer.getData(dragType);
      if (key !== '' && key !== place) onMove(key, place);
    },
  };
}

interface Neighbours {
  left: string | undefined;
  right: string | undefined;
}

/** The columns beside one; nothing is moved before those that are fixed. */
function neighboursOf<Row>(columns: LongColumn<Row>[], at: number): Neighbours {
  const left = columns[at - 1];
  return { left: left?.isFixed ? undefined : left?.key, right: columns[at + 1]?.key };
}

function sortOf(key: string, order: Order | null): 'ascending' | 'descending' | 'none' {
  if (order?.key !== key) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}
