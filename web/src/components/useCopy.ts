import { useEffect, useState } from 'react';

/** How long it is said what became of a copy. */
const saidMs = 1_500;

/** What became of the last copy. */
export type CopyState = 'none' | 'copied' | 'failed';

/** Puts texts into the clipboard, and says for a moment what became of that. */
export function useCopy(): { state: CopyState; copy: (text: string) => void } {
  const [state, setState] = useState<CopyState>('none');
  useEffect(() => {
    if (state === 'none') return undefined;
    const timer = setTimeout(() => setState('none'), saidMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (text: string) => void copied(text).then((isDone) => setState(isDone ? 'copied' : 'failed'));
  return { state, copy };
}

/** Says what a button has done, or what it would do. */
export function copyWords(state: CopyState, name: string): string {
  return { none: name, copied: 'Copied', failed: 'Could not copy' }[state];
}

async function copied(text: string): Promise<boolean> {
  // Browsers offer the clipboard to secure origins alone; an installation in a network often is none.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const isDone = await clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  return isDone === true || copiedSelection(text);
}

/** The way of old: a text that is selected can be copied on any origin. */
function copiedSelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position: fixed; opacity: 0';
  // A dialog takes the focus back from what is outside of it.
  (before?.closest('[role="dialog"], [role="menu"]') ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isDone;
}
