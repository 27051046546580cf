import { memo } from 'react';

import { duration } from '../../time/format';
import { Icon } from '../Icon';
import { valueWords } from '../signs';
import { TelemetryText } from '../TelemetryText';
import type { TraceSpan } from './model';
import { barOf, percentOf, type Bar, type TimeView } from './view';
import classes from './Waterfall.module.css';

interface SpanLineProps {
  span: TraceSpan;
  view: TimeView;
  color: string;
  top: number;
  isOpen: boolean;
  isFolded: boolean;
  /** It says what is looked for. */
  isFound: boolean;
  /** The whole took as long because of it. */
  isOnPath: boolean;
  onOpen: (span: TraceSpan) => void;
  onFold: (id: string) => void;
}

const indentPixels = 14;
/** Deeper spans are not indented any further. */
const indentMax = 16;

/** One span: its name, and its place in time. Lines stay as they are while others scroll in. */
export const SpanLine = memo(Line);

function Line(props: SpanLineProps) {
  const { span, color, top, isOpen, isFolded, isFound, onOpen, onFold } = props;
  return (
    // The tree has the keys; this is for pointers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="treeitem"
      aria-level={span.depth + 1}
      aria-selected={isOpen}
      {...(span.childCount > 0 && { 'aria-expanded': !isFolded })}
      className={classes.line}
      data-found={isFound || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onOpen(span)}
    >
      <div className={classes.name} style={{ paddingLeft: 8 + Math.min(span.depth, indentMax) * indentPixels }}>
        <Fold span={span} isFolded={isFolded} onFold={() => onFold(span.id)} />
        <span className={classes.swatch} style={{ background: color }} />
        <span className={classes.serviceName}>
          <TelemetryText text={span.service} isOneLine isName />
        </span>
        <span className={classes.spanName}>
          <TelemetryText text={span.name} isOneLine isName />
        </span>
        {span.isError && (
          <span className={classes.error} role="img" aria-label="error">
            <Icon name="warning" size={12} />
          </span>
        )}
      </div>
      <Track {...props} />
    </div>
  );
}

/** The bar of a span, its events, and how long it took. */
function Track({ span, view, color, isOnPath }: SpanLineProps) {
  const bar = barOf(span, view);
  return (
    <div className={classes.track}>
      {bar !== null && (
        <>
          <span
            className={classes.bar}
            data-error={span.isError || undefined}
            data-path={isOnPath || undefined}
            data-cut={bar.isCut || undefined}
            style={{ left: `${bar.left}%`, width: `${bar.width}%`, background: color }}
          />
          {span.events
            .filter(({ at }) => at >= view.from && at <= view.from + view.length)
            .map((event, at) => (
              <span
                key={at}
                className={classes.event}
                title={valueWords(event.name)}
                style={{ left: `${percentOf(event.at, view)}%` }}
              />
            ))}
          <Length bar={bar} ms={span.length} />
        </>
      )}
    </div>
  );
}

/** How long a span took, where there is room for it: behind its bar, within it, or before it. */
function Length({ bar: { left, width }, ms }: { bar: Bar; ms: number }) {
  const isLate = left + width > 82;
  const isInside = isLate && width > 30;
  const right = isInside ? 100 - left - width : 100 - left;
  return (
    <span
      className={classes.length}
      data-inside={isInside || undefined}
      style={isLate ? { right: `${right}%` } : { left: `${left + width}%` }}
    >
      {duration(ms * 1e6)}
    </span>
  );
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
