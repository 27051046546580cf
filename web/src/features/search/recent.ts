import type { Language } from './where';

/** A query that was run in this browser. */
export interface RecentQuery {
  q: string;
  lang: Language;
}

const recentMax = 20;

/** Puts a query at the top of those before it; an empty one is not worth keeping. */
export function remember(before: RecentQuery[], { q, lang }: RecentQuery): RecentQuery[] {
  const text = q.trim();
  if (text === '') return before;
  const others = before.filter((one) => one.q !== text || one.lang !== lang);
  return [{ q: text, lang }, ...others].slice(0, recentMax);
}

/** Reads what the browser has kept; whatever is broken is left out. */
export function readRecent(kept: string | undefined): RecentQuery[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(list) ? list.filter(isRecent).slice(0, recentMax) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is RecentQuery {
  if (typeof value !== 'object' || value === null) return false;
  const { q, lang } = value as Partial<RecentQuery>;
  return typeof q === 'string' && (lang === 'lucene' || lang === 'sql');
}
