import { useState, type PointerEvent } from 'react';

import type { Heat, HeatBox, HeatCell } from './heat';
import { cellAt, dragged, type HeatFrame, type Point } from './heatFrame';

interface HeatPointerProps {
  heat: Heat;
  frame: HeatFrame;
  /** The cell under the pointer. */
  onCell: (cell: HeatCell | null) => void;
  onPick?: ((cell: HeatCell, place: Point) => void) | undefined;
  onBox?: ((box: HeatBox) => void) | undefined;
}

/** A drag of fewer pixels is a click. */
const dragPixelsMin = 6;

/** What a pointer does on a heatmap: points at cells, clicks them, or drags a box over them. */
export function useHeatPointer({ heat, frame, onCell, onPick, onBox }: HeatPointerProps) {
  const [drag, setDrag] = useState<{ from: Point; to: Point } | null>(null);
  const isBox = drag !== null && onBox !== undefined && isFar(drag.from, drag.to);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: pointOf(event), to: pointOf(event) });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    onCell(isBox ? null : cellAt(heat, frame, pointOf(event)));
    if (drag !== null) setDrag({ ...drag, to: pointOf(event) });
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (drag === null) return;
    setDrag(null);
    if (isBox) return onBox(dragged(heat, frame, drag.from, pointOf(event)));
    const cell = cellAt(heat, frame, pointOf(event));
    if (cell !== null) onPick?.(cell, { x: event.clientX, y: event.clientY });
  };
  const stop = () => setDrag(null);
  return {
    box: isBox ? dragged(heat, frame, drag.from, drag.to) : null,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel: stop,
      onPointerLeave: () => drag === null && onCell(null),
    },
  };
}

function pointOf(event: PointerEvent<HTMLElement>): Point {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

function isFar(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) >= dragPixelsMin;
}
