import { useEffect, useRef, useSyncExternalStore } from 'react';

/** A shortcut of what is shown right now; one without a step is only explained, as something else listens for it. */
export interface PageShortcut {
  keys: string;
  name: string;
  run?: () => void;
}

let current: PageShortcut[] = [];
const listeners = new Set<() => void>();

function put(shortcuts: PageShortcut[]): void {
  current = shortcuts;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The shortcuts that the page has besides those of all pages. */
export function useCurrentShortcuts(): PageShortcut[] {
  return useSyncExternalStore(subscribe, () => current);
}

/** Offers shortcuts while the caller is shown; their keys and names must stay the same. */
export function usePageShortcuts(shortcuts: PageShortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const own = latest.current.map(({ keys, name, run }, at) => ({
      keys,
      name,
      ...(run !== undefined && { run: () => latest.current[at]?.run?.() }),
    }));
    put([...current, ...own]);
    return () => put(current.filter((one) => !own.includes(one)));
  }, []);
}
