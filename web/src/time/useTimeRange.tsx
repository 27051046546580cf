import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

import { earlier, later, widened } from './move';
import { absoluteRange, isRelative, rangeOf, resolveRange, type TimeRange, type TimeSpan } from './range';
import { rememberRange } from './recent';

/** The time that all queries of a page share. */
export interface PageTime {
  range: TimeRange;
  /** The range as it was when the page last asked; the same object until something changes. */
  span: TimeSpan;
  setRange: (range: TimeRange) => void;
  /** Narrows the page to what was dragged over in a chart. */
  zoom: (start: number, end: number) => void;
  /** Doubles the range. */
  widen: () => void;
  /** Goes back by the length of the range. */
  goEarlier: () => void;
  /** Goes on by the length of the range; undefined when it ends now. */
  goLater: (() => void) | undefined;
  /** Moves a relative range up to now and asks again. */
  refresh: () => void;
  /** Milliseconds between refreshes, 0 for none. */
  refreshMs: number;
  setRefreshMs: (ms: number) => void;
}

const Context = createContext<PageTime | null>(null);

/** Holds the clock of the pages inside; the range itself is in the address. */
export function TimeRangeProvider({ children }: { children: ReactNode }) {
  const [now, setNow] = useState(() => Date.now());
  const [refreshMs, setRefreshMs] = useState(0);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { from, to } = rangeOf(search);
  const navigate = useNavigate();
  useOpenedPages(() => setNow(Date.now()));
  useTicks(refreshMs, isRelative({ from, to }), () => setNow(Date.now()));
  const time = useMemo((): PageTime => {
    const move = (range: TimeRange) => {
      setNow(Date.now());
      void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...range }) });
    };
    const setRange = (range: TimeRange) => {
      rememberRange(range);
      move(range);
    };
    const range = { from, to };
    const span = resolveRange(range, now);
    const next = later(range, span, now);
    return {
      range,
      span,
      setRange,
      zoom: (start, end) => setRange(absoluteRange(start, end)),
      widen: () => move(widened(range, span, Date.now())),
      goEarlier: () => move(earlier(range, span, Date.now())),
      goLater: next === null ? undefined : () => move(next),
      refresh: () => setNow(Date.now()),
      refreshMs,
      setRefreshMs,
    };
  }, [from, to, now, refreshMs, navigate]);
  return <Context value={time}>{children}</Context>;
}

/** The time of the page around the caller. */
export function useTimeRange(): PageTime {
  const time = useContext(Context);
  if (time === null) throw new Error('useTimeRange needs a TimeRangeProvider');
  return time;
}

/** Runs a step whenever another page is opened: a relative range ends then, not when the page before was opened. */
function useOpenedPages(step: () => void): void {
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && step()),
    // The step only sets state.
    // oxlint-disable-next-line react/exhaustive-deps
    [router],
  );
}

/** Runs a step again and again while the page can be seen. */
function useTicks(everyMs: number, isOn: boolean, step: () => void): void {
  useEffect(() => {
    if (everyMs === 0 || !isOn) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') step();
    }, everyMs);
    return () => clearInterval(timer);
    // The step only sets state; a new one with every drawing must not restart the timer.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [everyMs, isOn]);
}
