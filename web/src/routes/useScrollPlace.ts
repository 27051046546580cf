import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A page that has not become as long as it was by then is another one. */
const growMaxMs = 10_000;
const turns = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Opens pages at their top, and those that Back and Forward lead to where they were
 * left. Their content comes bit by bit, so that the place may not be there at first.
 */
export function useScrollPlace(): void {
  const router = useRouter();
  useEffect(() => {
    const places = new Map<string, number>();
    let isReturn = false;
    // The browser would go back to a place before there is a page.
    history.scrollRestoration = 'manual';
    let stop = () => {};
    const ends = [
      router.history.subscribe(({ action }) => {
        isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE';
      }),
      router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
        stop();
        if (fromLocation !== undefined) places.set(fromLocation.href, scrollY);
      }),
      router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
        if (pathChanged) stop = scrollOnceThere(isReturn ? (places.get(toLocation.href) ?? 0) : 0);
      }),
    ];
    return () => {
      stop();
      for (const end of ends) end();
    };
  }, [router]);
}

/** Scrolls down as the page grows, until the place is reached or the visitor does something else. */
function scrollOnceThere(top: number): () => void {
  const turned = new AbortController();
  const stop = () => turned.abort();
  const growth = new ResizeObserver(() => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) <= 1) stop();
  });
  turned.signal.addEventListener('abort', () => growth.disconnect());
  for (const kind of turns) addEventListener(kind, stop, { signal: turned.signal, passive: true });
  const timer = setTimeout(stop, growMaxMs);
  turned.signal.addEventListener('abort', () => clearTimeout(timer));
  growth.observe(document.body);
  return stop;
}
