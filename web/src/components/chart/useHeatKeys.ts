import { useState, type KeyboardEvent } from 'react';

import { boxAround, boxOf, type Heat, type HeatBox, type HeatCell } from './heat';
import { neighbour, xOf, yOfRow, type HeatFrame, type Point } from './heatFrame';

interface HeatKeysProps {
  heat: Heat;
  frame: HeatFrame;
  /** The cell that the keys have come to. */
  cell: HeatCell | null;
  onCell: (cell: HeatCell) => void;
  onPick?: ((cell: HeatCell, place: Point) => void) | undefined;
  onBox?: ((box: HeatBox) => void) | undefined;
}

/** What keys do on a heatmap: arrows go from cell to cell, with Shift they draw a box; Enter chooses. */
export function useHeatKeys({ heat, frame, cell, onCell, onPick, onBox }: HeatKeysProps) {
  const [corner, setCorner] = useState<HeatCell | null>(null);
  const box = corner !== null && cell !== null ? boxAround(heat, corner, cell) : null;
  const choose = (element: HTMLElement): boolean => {
    if (cell === null) return false;
    if (box === null) onPick?.(cell, placeOf(heat, frame, cell, element));
    else onBox?.(box);
    setCorner(null);
    return true;
  };
  const move = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const next = neighbour(heat, cell, key);
    if (next === null) return false;
    setCorner(shiftKey && onBox !== undefined ? (corner ?? cell) : null);
    onCell(next);
    return true;
  };
  const drop = (): boolean => {
    setCorner(null);
    return box !== null;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isDone = event.key === 'Enter' ? choose(event.currentTarget) : event.key === 'Escape' ? drop() : move(event);
    if (!isDone) return;
    event.preventDefault();
    // A menu that opens would take the key for one outside of it, and close.
    event.stopPropagation();
  };
  return { box, onKeyDown, leave: () => setCorner(null) };
}

/** The middle of a cell, on the window. */
function placeOf(heat: Heat, frame: HeatFrame, cell: HeatCell, element: HTMLElement): Point {
  const { left, top } = element.getBoundingClientRect();
  const { start, end } = boxOf(heat, cell);
  return { x: left + xOf(heat, frame, (start + end) / 2), y: top + yOfRow(heat, frame, cell.row + 0.5) };
}
