import type { Choices } from './scope';

/** Reads the choices of filters out of an address; whatever is no list of texts is left out. */
export function choicesIn(search: Record<string, unknown>): Choices {
  const { filters } = search;
  if (typeof filters !== 'object' || filters === null) return {};
  return Object.fromEntries(
    Object.entries(filters).map(([id, values]) => [id, Array.isArray(values) ? values.map(String) : []]),
  );
}

/** The choices for an address: without those that choose nothing; undefined when nothing is chosen. */
export function choicesFor(choices: Choices): Choices | undefined {
  const chosen = Object.entries(choices).filter(([, values]) => values.length > 0);
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
}

/** The condition in an address; the dashboard's own when there is none. */
export function queryIn(search: Record<string, unknown>, saved: string | null): string {
  return search.q === undefined ? (saved ?? '') : String(search.q);
}
