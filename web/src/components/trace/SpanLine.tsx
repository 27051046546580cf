import { duration } from '../../time/format';
import { Icon } from '../Icon';
import { TelemetryText } from '../TelemetryText';
import type { TraceSpan } from './model';
import classes from './Waterfall.module.css';

interface SpanLineProps {
  span: TraceSpan;
  /** Length of the whole trace. */
  length: number;
  color: string;
  top: number;
  isOpen: boolean;
  isFolded: boolean;
  onOpen: () => void;
  onFold: () => void;
}

/** The shortest bar that can still be seen. */
const barPercentMin = 0.15;
const indentPixels = 14;
/** Deeper spans are not indented any further. */
const indentMax = 16;

/** One span: its name, and its place in time. */
export function SpanLine({ span, length, color, top, isOpen, isFolded, onOpen, onFold }: SpanLineProps) {
  const left = share(span.start, length);
  const width = Math.max(barPercentMin, share(span.length, length));
  const isLate = left + width > 82;
  const isInside = isLate && width > 30;
  return (
    // The tree has the keys; this is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="treeitem"
      aria-level={span.depth + 1}
      aria-selected={isOpen}
      {...(span.childCount > 0 && { 'aria-expanded': !isFolded })}
      className={classes.line}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onOpen}
    >
      <div className={classes.name} style={{ paddingLeft: 8 + Math.min(span.depth, indentMax) * indentPixels }}>
        <Fold span={span} isFolded={isFolded} onFold={onFold} />
        <span className={classes.swatch} style={{ background: color }} />
        <span className={classes.serviceName}>
          <TelemetryText text={span.service} isOneLine />
        </span>
        <span className={classes.spanName}>
          <TelemetryText text={span.name} isOneLine />
        </span>
        {span.isError && (
          <span className={classes.error} role="img" aria-label="error">
            <Icon name="warning" size={12} />
          </span>
        )}
      </div>
      <div className={classes.track}>
        <span
          className={classes.bar}
          data-error={span.isError || undefined}
          style={{ left: `${left}%`, width: `${width}%`, background: color }}
        />
        {span.events.map((event) => (
          <span
            key={`${event.name} ${event.at}`}
            className={classes.event}
            title={event.name}
            style={{ left: `${share(event.at, length)}%` }}
          />
        ))}
        <span
          className={classes.length}
          data-inside={isInside || undefined}
          style={
            isInside
              ? { right: `${100 - left - width}%` }
              : isLate
                ? { right: `${100 - left}%` }
                : { left: `${left + width}%` }
          }
        >
          {duration(span.length * 1e6)}
        </span>
      </div>
    </div>
  );
}

function share(value: number, whole: number): number {
  return whole === 0 ? 0 : Math.max(0, Math.min(100, (value / whole) * 100));
}

function Fold({ span, isFolded, onFold }: { span: TraceSpan; isFolded: boolean; onFold: () => void }) {
  if (span.childCount === 0) return <span className={classes.noFold} />;
  return (
    // Arrow keys fold in the tree; this is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      className={classes.fold}
      onClick={(event) => {
        event.stopPropagation();
        onFold();
      }}
    >
      <Icon name={isFolded ? 'right' : 'down'} size={12} />
    </span>
  );
}
