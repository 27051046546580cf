import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';

import { lineOf } from '../signs';
import { TelemetryText } from '../TelemetryText';
import { dateTime } from '../../time/format';
import { useZone } from '../../time/zone';
import classes from './Exemplars.module.css';
import { exemplarMove, type Placed } from './exemplars';

interface ExemplarsProps {
  /** What the chart shows. */
  label: string;
  placed: Placed[];
  width: number;
  height: number;
}

/** The exemplars of a chart as links over their marks: one stop of the keyboard, within which arrow keys move. */
export function Exemplars({ label, placed, ...size }: ExemplarsProps) {
  const group = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [open, setOpen] = useState<string | null>(null);
  const inTime = placed.toSorted((one, other) => one.exemplar.time - other.exemplar.time);
  const first = Math.min(current, inTime.length - 1);
  const shown = inTime.find(({ exemplar }) => exemplar.key === open);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === 'Escape' ? null : exemplarMove(event.key, first, inTime.length);
    if (event.key === 'Escape') setOpen(null);
    if (next === null) return;
    setCurrent(next);
    group.current?.querySelectorAll('a')[next]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // The links are what is pressed; their group only moves between them.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={group} role="group" aria-label={`Exemplars of ${label}`} onKeyDown={onKeyDown}>
      {inTime.map((one, at) => (
        <Mark
          key={one.exemplar.key}
          {...one}
          isStop={at === first}
          onEnter={() => {
            setCurrent(at);
            setOpen(one.exemplar.key);
          }}
          onLeave={() => setOpen(null)}
        />
      ))}
      {shown !== undefined && <Card {...shown} {...size} />}
    </div>
  );
}

interface MarkProps extends Placed {
  /** The one that the tab key comes to. */
  isStop: boolean;
  onEnter: () => void;
  onLeave: () => void;
}

function Mark({ exemplar, x, y, isStop, onEnter, onLeave }: MarkProps) {
  const navigate = useNavigate();
  const router = useRouter();
  const { to, search } = exemplar;
  const href = useMemo(() => router.buildLocation({ to, search } as never).publicHref, [router, to, search]);
  const [zone] = useZone();
  const onClick = (event: MouseEvent) => {
    // With a key, or another button, browsers open links elsewhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void navigate({ to, search } as never);
  };
  return (
    <a
      className={classes.mark}
      style={{ left: x, top: y }}
      href={href}
      tabIndex={isStop ? 0 : -1}
      aria-label={`Exemplar ${lineOf(exemplar.title)}, ${dateTime(exemplar.time, zone)}: open its trace`}
      onClick={onClick}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onFocus={onEnter}
      onBlur={onLeave}
    >
      {null}
    </a>
  );
}

/** What is known of an exemplar, on the side of it that has more room. */
function Card({ exemplar, x, y, width, height }: Placed & { width: number; height: number }) {
  const [zone] = useZone();
  const across = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  const along = y > height / 2 ? { bottom: height - y + 4 } : { top: y + 4 };
  const room = Math.max(1, Math.floor((Math.max(y, height - y) - cardPixels) / linePixels));
  return (
    <div className={classes.card} style={{ ...across, ...along }} aria-hidden>
      <div className={classes.title}>{exemplar.title}</div>
      <div className={classes.time}>{dateTime(exemplar.time, zone)}</div>
      {exemplar.facts.slice(0, room).map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <span className={classes.name}>
            <TelemetryText text={name} isOneLine />
          </span>
          <span className={classes.value}>
            <TelemetryText text={value} isOneLine isName />
          </span>
        </div>
      ))}
      {exemplar.facts.length > room && <div className={classes.time}>and {exemplar.facts.length - room} more</div>}
      <div className={classes.time}>Click to open the trace</div>
    </div>
  );
}

/** How high a card without facts is, and how high one of them. */
const cardPixels = 90;
const linePixels = 19;
