import type { Filter } from '../../api/stack.gen';
import type { TimeSpan } from '../../time/range';
import { luceneField, luceneText, sqlText } from './expressions';
import type { Language } from './types';

/** A condition in one of the languages; an empty one is none. */
export interface Condition {
  where: string;
  whereLanguage: Language;
}

/** The choices of a dashboard's filters, by the filter's id. */
export type Choices = Record<string, string[]>;

/** What all tiles of a dashboard are narrowed to. */
export interface Scope {
  span: TimeSpan;
  filters: Filter[];
  choices: Choices;
  /** What is typed above the tiles. */
  query: Condition;
}

/** Says whether a filter narrows the tiles of a source. */
export function appliesTo(filter: Filter, sourceId: string): boolean {
  if (filter.isBroadcastEnabled === false) return false;
  const sources = filter.appliesToSourceIds ?? [];
  return sources.length === 0 || sources.includes(sourceId);
}

/** The filters with a choice that narrow the tiles of a source. */
function chosen(scope: Scope, sourceId: string): { expression: string; values: string[] }[] {
  return scope.filters
    .filter((filter) => appliesTo(filter, sourceId))
    .map((filter) => ({ expression: filter.expression, values: scope.choices[filter.id ?? ''] ?? [] }))
    .filter(({ values }) => values.length > 0);
}

/** The conditions of a scope in SQL, for tiles that are SQL themselves. */
export function sqlFilters(scope: Scope, sourceId: string): string[] {
  const conditions = chosen(scope, sourceId).map(({ expression, values }) => sqlIn(expression, values));
  return scope.query.whereLanguage === 'sql' && scope.query.where.trim() !== ''
    ? [...conditions, scope.query.where]
    : conditions;
}

function sqlIn(expression: string, values: string[]): string {
  return `${expression} IN (${values.map(sqlText).join(', ')})`;
}

function luceneIn(field: string, values: string[]): string {
  return `(${values.map((value) => `${field}:${luceneText(value)}`).join(' OR ')})`;
}

/**
 * A tile's own condition together with those of the dashboard. One text can
 * hold one language alone: what can't be said in the tile's is left out.
 */
export function narrowed(own: Condition, scope: Scope, sourceId: string): Condition {
  const whereLanguage = languageOf(own, scope);
  const parts = [own, scope.query]
    .filter(({ where, whereLanguage: language }) => where.trim() !== '' && language === whereLanguage)
    .map(({ where }) => where.trim());
  for (const { expression, values } of chosen(scope, sourceId)) {
    const field = luceneField(expression);
    if (whereLanguage === 'sql') parts.push(sqlIn(expression, values));
    else if (field !== null) parts.push(luceneIn(field, values));
  }
  return { where: joined(parts), whereLanguage };
}

/** The language that both conditions share, or that of the one which is not empty. */
function languageOf(own: Condition, scope: Scope): Language {
  if (own.where.trim() !== '') return own.whereLanguage;
  return scope.query.where.trim() === '' ? 'sql' : scope.query.whereLanguage;
}

function joined(parts: string[]): string {
  return parts.length < 2
    ? (parts[0] ?? '')
    : parts.map((part) => (isWrapped(part) ? part : `(${part})`)).join(' AND ');
}

function isWrapped(text: string): boolean {
  return /^\([^()]*\)$/.test(text);
}
