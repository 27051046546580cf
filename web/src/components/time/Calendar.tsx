import { ActionIcon, Group } from '@mantine/core';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

import type { Zone } from '../../time/format';
import type { TimeSpan } from '../../time/range';
import { dayAt, isoDay, type Day } from '../../time/wall';
import { Icon } from '../Icon';
import { dayName, daysText, monthName, moved, weekdayNames, weeksOf } from './month';
import classes from './time.module.css';

interface CalendarProps {
  /** Its days are marked. */
  span: TimeSpan;
  now: number;
  zone: Zone;
  /** Days were picked, as they can be typed. */
  onPick: (text: string) => void;
}

/** A month to pick a day of, or two and all between, by mouse and by keyboard. */
export function Calendar({ span, now, zone, onPick }: CalendarProps) {
  const [today, first, last] = [dayAt(now, zone), dayAt(span.start, zone), dayAt(span.end - 1, zone)];
  const [walked, setWalked] = useState<Day | null>(null);
  const [anchor, setAnchor] = useState<Day | null>(null);
  const at = walked ?? Math.min(last, today);
  const pick = (day: Day) => {
    setWalked(day);
    setAnchor(anchor === null ? day : null);
    onPick(daysText(anchor ?? day, day));
  };
  return (
    <div>
      <Months at={at} today={today} onWalk={setWalked} />
      <Grid at={at} today={today} isMarked={(day) => day >= first && day <= last} onWalk={setWalked} onPick={pick} />
    </div>
  );
}

interface WalkProps {
  at: Day;
  today: Day;
  onWalk: (day: Day) => void;
}

function Months({ at, today, onWalk }: WalkProps) {
  const next = moved(at, 'PageDown', today);
  return (
    <Group justify="space-between" wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Earlier month"
        onClick={() => onWalk(moved(at, 'PageUp', today) ?? at)}
      >
        <Icon name="left" size={14} />
      </ActionIcon>
      <span className={classes.month} aria-live="polite">
        {monthName(at)}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Later month"
        disabled={monthName(at) === monthName(today)}
        onClick={() => onWalk(next ?? at)}
      >
        <Icon name="right" size={14} />
      </ActionIcon>
    </Group>
  );
}

interface GridProps extends WalkProps {
  isMarked: (day: Day) => boolean;
  onPick: (day: Day) => void;
}

function Grid({ at, today, isMarked, onWalk, onPick }: GridProps) {
  const table = useRef<HTMLTableElement>(null);
  // The day that had the focus may be gone by then: another month is shown.
  const isByKey = useRef(false);
  useEffect(() => {
    if (isByKey.current) table.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
    isByKey.current = false;
  }, [at]);
  const walk = (event: KeyboardEvent) => {
    const day = moved(at, `${event.shiftKey ? 'Shift+' : ''}${event.key}`, today);
    if (day === null) return;
    event.preventDefault();
    isByKey.current = true;
    onWalk(day);
  };
  return (
    // The pattern of a date grid: a table whose cells the arrow keys walk through.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
    <table ref={table} role="grid" aria-label={monthName(at)} className={classes.grid} onKeyDown={walk}>
      <thead>
        <tr>
          {weekdayNames.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(at).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} aria-selected={isMarked(day)}>
                <button
                  type="button"
                  className={classes.date}
                  data-day={day}
                  tabIndex={day === at ? 0 : -1}
                  aria-label={dayName(day)}
                  aria-current={day === today ? 'date' : undefined}
                  disabled={day > today}
                  data-other={monthName(day) !== monthName(at) || undefined}
                  onClick={() => onPick(day)}
                >
                  {Number(isoDay(day).slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
