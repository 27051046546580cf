import { useEffect, useState } from 'react';

/** The forms on the page whose changes are not saved. */
const forms = new Set<object>();

/** Counts a form among those that would lose something, while it was changed. */
export function useUnsaved(isChanged: boolean): void {
  useEffect(() => (isChanged ? hold() : undefined), [isChanged]);
}

/** Counts one more form; returns what ends that. */
export function hold(): () => void {
  const form = {};
  forms.add(form);
  return () => forms.delete(form);
}

/** Says whether leaving the page would lose what somebody has typed. */
export function hasUnsaved(): boolean {
  return forms.size > 0;
}

/** Gives up what is not saved: the page may be left without a question. */
export function abandonUnsaved(): void {
  forms.clear();
}

/** Says whether the content of a form is another than at first. */
export function useIsChanged(content: unknown): boolean {
  const written = JSON.stringify(content);
  const [first] = useState(written);
  return written !== first;
}
