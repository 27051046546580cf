import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { duration } from '../../time/format';
import { SpanLine } from './SpanLine';
import { unfolded, type TraceModel, type TraceSpan } from './model';
import { useServiceColors } from './useServiceColors';
import classes from './Waterfall.module.css';

interface WaterfallProps {
  model: TraceModel;
  /** Id of the span that is open beside the waterfall. */
  openId: string;
  onOpen: (span: TraceSpan) => void;
}

const linePixels = 28;
const ticks = [0, 0.25, 0.5, 0.75];

/** A trace over time: one line for each span, in the colours of the services. */
export function Waterfall({ model, openId, onOpen }: WaterfallProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => unfolded(model.spans, folded), [model.spans, folded]);
  const colors = useServiceColors(model.services);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePixels,
    overscan: 20,
  });
  const fold = (id: string) =>
    setFolded((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const onKey = (event: KeyboardEvent) => {
    const at = Math.max(
      0,
      shown.findIndex(({ id }) => id === openId),
    );
    const span = shown[at];
    if (span !== undefined && isFold(event.key, folded.has(span.id))) fold(span.id);
    const next = shown[at + (event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0)];
    if (next === undefined || next === span) return;
    event.preventDefault();
    virtual.scrollToIndex(shown.indexOf(next));
    onOpen(next);
  };
  return (
    <div className={classes.waterfall}>
      <Legend services={model.services} colors={colors} />
      <Ruler length={model.length} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={scroller} className={classes.scroller} role="tree" aria-label="Spans" tabIndex={0} onKeyDown={onKey}>
        <div className={classes.lines} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const span = shown[index];
            if (span === undefined) return null;
            return (
              <SpanLine
                key={`${span.id} ${index}`}
                span={span}
                length={model.length}
                color={colors.get(span.service) ?? ''}
                top={start}
                isOpen={span.id === openId}
                isFolded={folded.has(span.id)}
                onOpen={() => onOpen(span)}
                onFold={() => fold(span.id)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function isFold(key: string, isFolded: boolean): boolean {
  return (key === 'ArrowLeft' && !isFolded) || (key === 'ArrowRight' && isFolded);
}

function Legend({ services, colors }: { services: string[]; colors: Map<string, string> }) {
  return (
    <div className={classes.legend}>
      {services.map((service) => (
        <span key={service} className={classes.service}>
          <span className={classes.swatch} style={{ background: colors.get(service) }} />
          {service}
        </span>
      ))}
    </div>
  );
}

function Ruler({ length }: { length: number }) {
  return (
    <div className={classes.ruler} aria-hidden="true">
      <span className={classes.nameHead}>Span</span>
      <span className={classes.scale} data-scale>
        {ticks.map((share) => (
          <span key={share} className={classes.tick} style={{ left: `${share * 100}%` }}>
            {share === 0 ? '0' : duration(length * share * 1e6)}
          </span>
        ))}
        <span className={classes.lastTick}>{duration(length * 1e6)}</span>
      </span>
    </div>
  );
}
