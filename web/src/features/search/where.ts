import type { Language } from '../../api/types';
export type { Language };

/** A facet that was clicked: rows with one of the values, or with none of them. */
export interface Filter {
  /** Name in the Lucene-like language. */
  field: string;
  /** The same in SQL. */
  expression: string;
  values: string[];
  isExcluding: boolean;
}

const special = /[\s+\-&|!(){}[\]^"~*?:\\/<>=]/g;

/** A name as the Lucene-like language reads it. */
export function luceneName(name: string): string {
  return name.replace(special, String.raw`\$&`);
}

function luceneText(value: string): string {
  return `"${value.replaceAll('\\', String.raw`\\`).replaceAll('"', String.raw`\"`)}"`;
}

/** A text as SQL writes it. */
export function sqlText(value: string): string {
  return `'${value.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
}

function luceneFilter({ field, values, isExcluding }: Filter): string {
  const name = luceneName(field);
  const parts = values.map((value) => (value === '' ? `-${name}:*` : `${name}:${luceneText(value)}`));
  const either = parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`;
  return isExcluding ? `NOT ${either.startsWith('-') ? `(${either})` : either}` : either;
}

function sqlFilter({ expression, values, isExcluding }: Filter): string {
  return `${expression} ${isExcluding ? 'NOT IN' : 'IN'} (${values.map(sqlText).join(', ')})`;
}

/** A filter as a saved search keeps it. */
export function savedFilter(filter: Filter): string {
  return sqlFilter(filter);
}

/** One condition out of what was typed and what was clicked. */
export function whereOf(text: string, language: Language, filters: Filter[]): string {
  const clicked = filters.filter(({ values }) => values.length > 0).map(language === 'sql' ? sqlFilter : luceneFilter);
  if (clicked.length === 0) return text.trim() === '' ? '' : text;
  const typed = text.trim() === '' ? [] : [`(${text})`];
  return [...typed, ...clicked].join(' AND ');
}

/** How many signs stand before the typed text in whereOf. */
export function typedAt(filters: Filter[]): number {
  return filters.some(({ values }) => values.length > 0) ? 1 : 0;
}

/** Puts a value into the filters, or takes it out when it is there already. */
export function toggle(filters: Filter[], chosen: Omit<Filter, 'values'>, value: string): Filter[] {
  const isSame = (filter: Filter) => filter.field === chosen.field && filter.isExcluding === chosen.isExcluding;
  const own = filters.find(isSame);
  const values =
    own?.values.includes(value) === true ? own.values.filter((one) => one !== value) : [...(own?.values ?? []), value];
  // A value can't be asked for and excluded at once.
  const others = filters
    .filter((filter) => !isSame(filter))
    .map((filter) =>
      filter.field === chosen.field ? { ...filter, values: filter.values.filter((one) => one !== value) } : filter,
    );
  return [...others, { ...chosen, values }].filter((filter) => filter.values.length > 0);
}

/** How a value of a field is filtered right now. */
export function markOf(filters: Filter[], field: string, value: string): 'in' | 'out' | null {
  const found = filters.find((filter) => filter.field === field && filter.values.includes(value));
  if (found === undefined) return null;
  return found.isExcluding ? 'out' : 'in';
}
