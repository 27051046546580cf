import { VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';

import { lineOf } from '../signs';
import type { Formatter } from '../../number';
import { dateTime } from '../../time/format';
import { useZone } from '../../time/zone';
import { isMove, moved, pointOf, type KeyedPoint } from './keys';
import classes from './TimeChart.module.css';
import type { ChartContent } from './types';

interface KeyedPointsProps {
  label: string;
  content: ChartContent;
  hidden: ReadonlySet<string>;
  format: Formatter;
  keyed: KeyedPoint | null;
  onMove: (point: KeyedPoint | null) => void;
  /** The keyboard went elsewhere. */
  onLeave: () => void;
  /** Enter was pressed on a point. */
  onPick: () => void;
  children: ReactNode;
}

/** Lets the keyboard move over the points of a chart, and reads out where it is. */
export function KeyedPoints(props: KeyedPointsProps) {
  const { label, content, hidden, keyed, onMove, onLeave, onPick, children } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isMove(event.key)) onMove(moved(content, hidden, keyed, event.key));
    else if (event.key === 'Enter' && keyed !== null) onPick();
    else if (event.key === 'Escape' && keyed !== null) onMove(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // Arrow keys are those of the chart; screen readers pass them on to an application alone.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="application"
      aria-roledescription="chart"
      aria-label={`Points of ${label}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={classes.points}
      onKeyDown={onKeyDown}
      onBlur={onLeave}
    >
      {children}
      <VisuallyHidden aria-live="polite">
        <Words {...props} />
      </VisuallyHidden>
    </div>
  );
}

/** The point in words, for people who can't see it. */
function Words({ content, keyed, format }: Pick<KeyedPointsProps, 'content' | 'keyed' | 'format'>) {
  const [zone] = useZone();
  const point = pointOf(content, keyed);
  if (point === null) return null;
  const { series, at } = point;
  return `${lineOf(series.name)}, ${dateTime(content.times[at] ?? 0, zone)}: ${(series.format ?? format)(series.values[at] ?? 0)}`;
}
