import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';

import { counted, type Formatter } from '../../number';
import { spanWords } from '../../time/format';
import { useZone } from '../../time/zone';
import { boxOf, type Heat, type HeatBox, type HeatCell } from './heat';
import { drawHeat, ramp } from './heatDraw';
import { frameOf, xOf, type HeatFrame, type Point } from './heatFrame';
import classes from './Heatmap.module.css';
import { keepRedraw } from './redraw';
import { useHeatKeys } from './useHeatKeys';
import { useHeatPointer } from './useHeatPointer';

interface HeatmapProps {
  /** What it shows, for people who can't see it. */
  label: string;
  heat: Heat;
  /** What is counted, such as `span`. */
  noun: string;
  format: Formatter;
  /** The part that is selected. */
  box?: HeatBox | null;
  /** Called with the cell that was clicked, or chosen by keys, and where on the window it is. */
  onPick?: ((cell: HeatCell, place: Point) => void) | undefined;
  /** Called with what was dragged over. */
  onBox?: (box: HeatBox) => void;
}

/** How values are spread, over time, on a canvas; the keys go from cell to cell. */
export function Heatmap({ label, heat, noun, format, box = null, onPick, onBox }: HeatmapProps) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const [cell, setCell] = useState<HeatCell | null>(null);
  const frame = useMemo(() => frameOf(width, height), [width, height]);
  const pointer = useHeatPointer({ heat, frame, onCell: setCell, onPick, onBox });
  const shown = cell !== null && heat.cells.includes(cell) ? cell : null;
  const keys = useHeatKeys({ heat, frame, cell: shown, onCell: setCell, onPick, onBox });
  const drawn = pointer.box ?? keys.box ?? box;
  const canvas = useDrawing(heat, frame, { box: drawn, cell: shown, format, size: [width, height] });
  return (
    <div className={classes.heatmap}>
      {/* Keys go to its cells, which are no elements. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={ref}
        className={classes.plot}
        role="group"
        aria-label={`Cells of ${label}; ${keyWords(onPick !== undefined, onBox !== undefined)}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={keys.onKeyDown}
        onFocus={(event) =>
          event.currentTarget.matches(':focus-visible') && setCell(shown ?? heat.cells.at(-1) ?? null)
        }
        onBlur={() => {
          setCell(null);
          keys.leave();
        }}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          data-cells={heat.cells.length}
          data-pickable={onPick !== undefined || onBox !== undefined || undefined}
          {...pointer.handlers}
        />
        {shown !== null && <Words heat={heat} frame={frame} cell={shown} noun={noun} format={format} />}
      </div>
      <Legend heat={heat} noun={noun} />
    </div>
  );
}

/** What the keys do, for people who can't try it out. */
function keyWords(isPick: boolean, isBox: boolean): string {
  return `arrow keys move${isBox ? ', with Shift they draw a box' : ''}${isPick ? ', Enter chooses' : ''}`;
}

interface Drawing {
  box: HeatBox | null;
  cell: HeatCell | null;
  format: Formatter;
  size: [width: number, height: number];
}

/** Draws anew whenever something of it changes. */
function useDrawing(heat: Heat, frame: HeatFrame, { box, cell, format, size: [width, height] }: Drawing) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [zone] = useZone();
  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    const look = { scheme, zone, format, box, cell };
    const draw = (target: HTMLCanvasElement, density: number) => {
      const context = target.getContext('2d');
      if (context === null) return;
      target.width = Math.round(width * density);
      target.height = Math.round(height * density);
      context.scale(density, density);
      drawHeat(context, heat, frame, look);
    };
    draw(canvas.current, window.devicePixelRatio || 1);
    keepRedraw(canvas.current, (density) => {
      const other = document.createElement('canvas');
      draw(other, density);
      return other.toDataURL();
    });
  }, [heat, frame, scheme, zone, format, box, cell, width, height]);
  return canvas;
}

interface WordsProps {
  heat: Heat;
  frame: HeatFrame;
  cell: HeatCell;
  noun: string;
  format: Formatter;
}

/** What a cell says, beside it. */
function Words({ heat, frame, cell, noun, format }: WordsProps) {
  const [zone] = useZone();
  const { start, end } = boxOf(heat, cell);
  const x = xOf(heat, frame, end);
  const isRight = x > frame.left + frame.width / 2;
  return (
    <div
      className={classes.words}
      role="status"
      style={isRight ? { right: `calc(100% - ${xOf(heat, frame, start) - 8}px)` } : { left: x + 8 }}
    >
      <div className={classes.moment}>{spanWords(start, end, zone)}</div>
      <div>
        {format(cell.from)} to {format(cell.to)}: <b>{counted(cell.count, noun)}</b>
      </div>
      {cell.errorCount > 0 && <div className={classes.errors}>{counted(cell.errorCount, 'error')}</div>}
    </div>
  );
}

/** Which colour means how many. */
function Legend({ heat, noun }: { heat: Heat; noun: string }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const most = heat.cells.reduce((max, { count }) => Math.max(max, count), 1);
  const [least, greatest] = ramp[scheme];
  return (
    <div className={classes.legend} aria-label="Legend" role="group">
      <span>1</span>
      <span
        className={classes.ramp}
        style={{ background: `linear-gradient(to right, ${most > 1 ? least : greatest}, ${greatest})` }}
      />
      <span>{counted(most, noun)} in a cell</span>
      {heat.cells.some(({ errorCount }) => errorCount > 0) && (
        <span className={classes.bad}>
          <span className={classes.errorMark} />
          errors
        </span>
      )}
    </div>
  );
}
