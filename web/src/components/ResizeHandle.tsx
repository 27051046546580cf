import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import classes from './ResizeHandle.module.css';
import { bounded, keyWidth, type Limits } from './resize';

interface ResizeHandleProps extends Limits {
  label: string;
  /** The width of what it resizes, in pixels; null where only the page knows it. */
  width: number | null;
  /** The edge of the resized element that it stands at. */
  edge: 'left' | 'right';
  /** Called while the handle is dragged, before onResize. */
  onDrag: (width: number) => void;
  onResize: (width: number) => void;
  /** A double click gives the usual width back. */
  onReset: () => void;
}

/** An edge that is dragged, or moved by the arrow keys, to resize the element it stands in. */
export function ResizeHandle({ label, width, edge, min, max, onDrag, onResize, onReset }: ResizeHandleProps) {
  const start = useRef<{ x: number; width: number; isMoved: boolean } | null>(null);
  const sign = edge === 'right' ? 1 : -1;
  const widthNow = (element: HTMLElement) => width ?? element.parentElement?.offsetWidth ?? min;
  const widthAt = (x: number) =>
    start.current === null ? null : bounded(start.current.width + sign * (x - start.current.x), { min, max });
  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: widthNow(event.currentTarget), isMoved: false };
  };
  const drag = (event: PointerEvent) => {
    const next = widthAt(event.clientX);
    if (start.current === null || next === null) return;
    // A click that trembles up and down resizes nothing; a drag that comes back to its start does.
    start.current.isMoved ||= event.clientX !== start.current.x;
    if (start.current.isMoved) onDrag(next);
  };
  const release = (event: PointerEvent) => {
    const next = widthAt(event.clientX);
    const isMoved = start.current?.isMoved === true;
    start.current = null;
    if (next !== null && isMoved) onResize(next);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = keyWidth(event.key, widthNow(event.currentTarget), sign, { min, max });
    if (next === null) return;
    event.preventDefault();
    onResize(next);
  };
  return (
    // A separator that can be moved is a control, though the rule does not know it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width ?? min)}
      aria-valuemin={min}
      aria-valuemax={max}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classes.handle}
      data-edge={edge}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={onKey}
      onDoubleClick={onReset}
    />
  );
}
