import { ApiError } from '../../api/error';
import { ruleWords } from '../../api/fields';
import type { Place } from './roleForm';

export type Mistakes = Partial<Record<Place, string>>;

/**
 * What the server found wrong with a role, by the places in its form. Places
 * are those that the permissions were sent from, in their order.
 */
export function mistakesOf(error: unknown, places: Place[]): Mistakes {
  const mistakes: Mistakes = {};
  if (!(error instanceof ApiError)) return mistakes;
  for (const detail of error.details) {
    const place = placeOf(detail.path, places);
    if (place === null) continue;
    const words = wordsAt(place, detail, places);
    mistakes[place] = mistakes[place] === undefined ? words : `${mistakes[place]} ${words}`;
  }
  return mistakes;
}

function placeOf(path: string, places: Place[]): Place | null {
  if (path === 'name' || path === 'description') return path;
  const at = indexOf(path);
  if (at === null) return path === 'permissions' ? 'matrix' : null;
  return places[at] ?? null;
}

function indexOf(path: string): number | null {
  const [, at] = /^permissions\.(\d+)(?:\.|$)/.exec(path) ?? [];
  return at === undefined ? null : Number(at);
}

/** In a list as text, the place is needed to find it. */
function wordsAt(place: Place, { path, message }: ApiError['details'][number], places: Place[]): string {
  if (place !== 'others') return sentence(ruleWords({ path: '', message }));
  const at = indexOf(path) ?? 0;
  const among = places.slice(0, at).filter((one) => one === 'others').length;
  const rest = path.split('.').slice(2).join('.');
  return sentence(`permission ${among + 1}${rest === '' ? '' : `, ${rest}`}: ${message}`);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
