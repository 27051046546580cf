import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type KeyboardEvent } from 'react';

import { Ruler } from './Ruler';
import { SpanLine } from './SpanLine';
import type { TraceModel, TraceSpan } from './model';
import { TraceTools } from './TraceTools';
import { useExploring } from './useExploring';
import { useServiceColors } from './useServiceColors';
import classes from './Waterfall.module.css';

interface WaterfallProps {
  model: TraceModel;
  /** Id of the span that is open beside the waterfall. */
  openId: string;
  onOpen: (span: TraceSpan) => void;
  /** Enter was pressed on the open span. */
  onEnter?: () => void;
}

const linePixels = 28;
/** Where there is no room beside each other, names stand above the bars. */
const tallLinePixels = 44;
const narrowPixels = 520;

/** A trace over time: one line for each span, in the colours of the services. */
export function Waterfall({ model, openId, onOpen, onEnter }: WaterfallProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: box, width } = useElementSize<HTMLDivElement>();
  const isNarrow = width > 0 && width < narrowPixels;
  const exploring = useExploring(model, openId, onOpen);
  const { shown, folded, view } = exploring;
  const colors = useServiceColors(model.services);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? tallLinePixels : linePixels),
    overscan: 20,
  });
  const openAt = shown.findIndex(({ id }) => id === openId);
  useEffect(() => virtual.measure(), [virtual, isNarrow]);
  useEffect(() => {
    if (openAt > 0) virtual.scrollToIndex(openAt, { align: 'auto' });
    // Only another span is scrolled to, not the same one that folding has moved.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [openId, virtual]);
  const onKey = (event: KeyboardEvent) => {
    const at = Math.max(0, openAt);
    const span = shown[at];
    if (span !== undefined && isFold(event.key, folded.has(span.id)) && span.childCount > 0) exploring.fold(span.id);
    if (event.key === 'Enter') onEnter?.();
    const next = shown[placeAfter(event.key, at, shown.length)];
    if (next === undefined || next === span) return;
    event.preventDefault();
    onOpen(next);
  };
  return (
    <div className={classes.waterfall} data-narrow={isNarrow || undefined}>
      <TraceTools exploring={exploring} />
      <Legend services={model.services} colors={colors} />
      <Ruler view={view} onView={exploring.setView} />
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
                onOpen={() => onOpen(span)}
                onFold={() => exploring.fold(span.id)}
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

/** The line that a key leads to. */
function placeAfter(key: string, at: number, count: number): number {
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 };
  return places[key] ?? at;
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
