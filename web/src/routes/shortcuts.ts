import { useEffect, useRef } from 'react';

/** A key or two keys after each other, such as `g s`, and what they do. */
export interface Shortcut {
  keys: string;
  name: string;
  run: () => void;
}

/** The second key of a pair must come within this time. */
const pairMs = 1_200;

/** Says whether a key press means text for a field rather than a shortcut. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** The step after a key: what was pressed so far, and the shortcut that is complete. */
export function press(before: string, key: string, shortcuts: Shortcut[]): { pending: string; done: Shortcut | null } {
  for (const typed of before === '' ? [key] : [`${before} ${key}`, key]) {
    const done = shortcuts.find(({ keys }) => keys === typed);
    if (done !== undefined) return { pending: '', done };
    if (shortcuts.some(({ keys }) => keys.startsWith(`${typed} `))) return { pending: typed, done: null };
  }
  return { pending: '', done: null };
}

/** Listens for shortcuts while the caller is shown; fields and dialogs keep their keys. */
export function useShortcuts(shortcuts: Shortcut[]): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    let [pending, at] = ['', 0];
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      const step = press(Date.now() - at > pairMs ? '' : pending, event.key, current.current);
      [pending, at] = [step.pending, Date.now()];
      if (step.done === null) return;
      event.preventDefault();
      step.done.run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
