import type { Choices, Condition } from './scope';
import type { Board } from './types';

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

/** The condition in an address, in the language of the dashboard's own, which it is when there is none. */
export function conditionIn(
  search: Record<string, unknown>,
  { savedQuery, savedQueryLanguage }: Pick<Board, 'savedQuery' | 'savedQueryLanguage'>,
): Condition {
  return {
    where: search.q === undefined ? (savedQuery ?? '') : String(search.q),
    whereLanguage: savedQueryLanguage === 'sql' ? 'sql' : 'lucene',
  };
}

/** The version that an address asks to see; none: the present one. */
export function versionIn({ version }: Record<string, unknown>): number | undefined {
  return /^[1-9]\d{0,8}$/.test(String(version)) ? Number(version) : undefined;
}
