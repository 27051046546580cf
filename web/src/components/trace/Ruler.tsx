import { useState, type PointerEvent } from 'react';

import { duration } from '../../time/format';
import { zoomed, type TimeView } from './view';
import classes from './Waterfall.module.css';

interface RulerProps {
  view: TimeView;
  onView: (view: TimeView) => void;
}

const ticks = [0, 0.25, 0.5, 0.75, 1];
/** Labels of this length stand beside each other in less room. */
const briefChars = 6;
/** A drag over less is a click. */
const dragShareMin = 0.01;

/** The time above the bars; a drag looks closer at a part of it. */
export function Ruler({ view, onView }: RulerProps) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ from: shareAt(event), to: shareAt(event) });
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    setDrag(null);
    if (drag === null || Math.abs(shareAt(event) - drag.from) < dragShareMin) return;
    onView(zoomed(view, drag.from, shareAt(event)));
  };
  const labels = ticks.map((share) => words(view.from + view.length * share));
  return (
    <div className={classes.ruler} aria-hidden="true">
      <span className={classes.nameHead}>Span</span>
      <span
        className={classes.scale}
        data-scale
        data-brief={labels.every((label) => label.length <= briefChars) || undefined}
        title="Drag to zoom in"
        onPointerDown={onPointerDown}
        onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: shareAt(event) })}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
      >
        {ticks.map((share, at) => (
          <span
            key={share}
            className={share === 1 ? classes.lastTick : classes.tick}
            {...(share < 1 && { style: { left: `${share * 100}%` } })}
          >
            {labels[at]}
          </span>
        ))}
        {drag !== null && (
          <span
            className={classes.drag}
            style={{
              left: `${Math.min(drag.from, drag.to) * 100}%`,
              width: `${Math.abs(drag.to - drag.from) * 100}%`,
            }}
          />
        )}
      </span>
    </div>
  );
}

function words(ms: number): string {
  return ms === 0 ? '0' : duration(ms * 1e6);
}

function shareAt(event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(1, (event.clientX - left) / width));
}
