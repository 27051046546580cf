import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from 'react';

import { keyedAt, keyStep } from './keys';
import { Ruler } from './Ruler';
import { SpanLine } from './SpanLine';
import type { TraceSpan } from './model';
import { TelemetryText } from '../TelemetryText';
import { TraceTools } from './TraceTools';
import { useExploring, type Explored } from './useExploring';
import { useServiceColors } from './useServiceColors';
import classes from './Waterfall.module.css';

interface WaterfallProps extends Explored {
  /** Enter was pressed on the open span. */
  onEnter?: () => void;
}

const linePixels = 28;
/** Where there is no room beside each other, names stand above the bars. */
const tallLinePixels = 44;
const narrowPixels = 520;

/** A trace over time: one line for each span, in the colours of the services. */
export function Waterfall({ onEnter, ...explored }: WaterfallProps) {
  const { model, openId, onLook } = explored;
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: box, width } = useElementSize<HTMLDivElement>();
  const isNarrow = width > 0 && width < narrowPixels;
  const exploring = useExploring({ ...explored, onKeyed: () => scroller.current?.focus({ preventScroll: true }) });
  const { shown, folded, view } = exploring;
  const colors = useServiceColors(model.services);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? tallLinePixels : linePixels),
    overscan: 20,
  });
  const openAt = useMemo(() => shown.findIndex(({ id }) => id === openId), [shown, openId]);
  useEffect(() => virtual.measure(), [virtual, isNarrow]);
  useEffect(() => {
    if (openAt >= 0) virtual.scrollToIndex(openAt, { align: 'auto' });
    // Only another span is scrolled to, not the same one that folding has moved.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [openId, virtual]);
  const onOpen = useCallback(({ id }: TraceSpan) => onLook({ span: id }), [onLook]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.();
    const step = keyStep(event.key, shown, keyedAt(model.spans, shown, openId), folded);
    if (step === null) return;
    event.preventDefault();
    if ('fold' in step) exploring.fold(step.fold);
    else onLook({ span: shown[step.to]?.id ?? '' }, true);
  };
  return (
    <div className={classes.waterfall} data-narrow={isNarrow || undefined}>
      <TraceTools exploring={exploring} />
      <Legend services={model.services} colors={colors} />
      <Ruler view={view} onView={(zoom) => onLook({ zoom })} />
      <div
        ref={useMergedRef(scroller, box)}
        className={classes.scroller}
        role="tree"
        aria-label="Spans"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={onKey}
      >
        <div className={classes.lines} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const span = shown[index];
            if (span === undefined) return null;
            return (
              <SpanLine
                key={`${span.id} ${index}`}
                span={span}
                view={view}
                color={colors.get(span.service) ?? ''}
                top={start}
                isOpen={span.id === openId}
                isFolded={folded.has(span.id)}
                isFound={exploring.foundIds.has(span.id)}
                isOnPath={exploring.path.has(span.id)}
                onOpen={onOpen}
                onFold={exploring.fold}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Legend({ services, colors }: { services: string[]; colors: Map<string, string> }) {
  return (
    <div className={classes.legend}>
      {services.map((service) => (
        <span key={service} className={classes.service}>
          <span className={classes.swatch} style={{ background: colors.get(service) }} />
          <TelemetryText text={service} isOneLine isName />
        </span>
      ))}
    </div>
  );
}
