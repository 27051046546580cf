import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** A table below this width is narrow. */
const narrowPixels = 520;
const overscan = 12;
/** Fewer rows than this below the window: time to fetch more. */
const endRows = 60;

interface WindowOptions {
  count: number;
  pixels: number;
  openAt: number | null;
  isWrapped: boolean;
}

/** The rows in sight; the open one is among them at first. */
export function useWindow(
  scroller: RefObject<HTMLDivElement | null>,
  { count, pixels, openAt, isWrapped }: WindowOptions,
) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => pixels,
    overscan,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, pixels, isWrapped]);
  useOpenRowInSight(scroller, { count, pixels, openAt, isWrapped }, (at) =>
    virtual.scrollToIndex(at, { align: 'center' }),
  );
  return virtual;
}

/**
 * The open row is in the middle at first and when rows change their height, and
 * stays in its place when rows are added before it. Only the window knows where
 * a row of wrapped lines stands.
 */
function useOpenRowInSight(
  scroller: RefObject<HTMLDivElement | null>,
  now: WindowOptions,
  center: (at: number) => void,
): void {
  const last = useRef<WindowOptions | null>(null);
  const { count, pixels, openAt, isWrapped } = now;
  useLayoutEffect(() => {
    const [element, before] = [scroller.current, last.current];
    last.current = now;
    if (element === null || openAt === null) return;
    const isFirst = before === null || before.pixels !== pixels || before.isWrapped !== isWrapped;
    const moved = before === null || before.openAt === null || before.count === count ? 0 : openAt - before.openAt;
    if (isWrapped && (isFirst || moved !== 0)) center(openAt);
    else if (isFirst) element.scrollTop = openAt * pixels - (element.clientHeight - pixels) / 2;
    // To set what it is already would make the browser lay out everything at once.
    else if (moved !== 0) element.scrollTop += moved * pixels;
    // The functions and the object are new each time.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [scroller, openAt, count, pixels, isWrapped]);
}

/** Says whether the table has the width of a phone. */
export function useIsNarrow(scroller: RefObject<HTMLDivElement | null>): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = () => setNarrow(element.clientWidth < narrowPixels);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [scroller]);
  return isNarrow;
}

export function useEndOfRows(last: number, count: number, onEnd: (() => void) | undefined): void {
  const isEnd = count > 0 && last >= count - endRows;
  useEffect(() => {
    if (isEnd) onEnd?.();
    // Asked again for every new length, not for every new function.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isEnd, count]);
}
