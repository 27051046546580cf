import type { Language } from '../../api/types';
import { luceneText, sqlText } from '../../components/query/quoted';
export type { Language };

/** A facet that was clicked: rows with one of the values, or with none of them, or with a number in a range. */
export interface Filter {
  /** Name in the Lucene-like language. */
  field: string;
  /** The same in SQL. */
  expression: string;
  values: string[];
  isExcluding: boolean;
  /** Takes the place of the values. */
  range?: NumberRange;
}

/** Numbers as they are stored, ends included; an end that is left out is open. */
export interface NumberRange {
  min?: number;
  max?: number;
}

/** The filter for one value of a column. */
export function only(column: string, value: string): Filter {
  return { field: column, expression: column, values: [value], isExcluding: false };
}

/** A field in both languages. */
export type Field = Pick<Filter, 'field' | 'expression'>;

const special = /[\s+\-&|!(){}[\]^"~*?:\\/<>=]/g;

/** A name as the Lucene-like language reads it. */
export function luceneName(name: string): string {
  return name.replace(special, String.raw`\$&`);
}

function luceneFilter({ field, values, isExcluding, range }: Filter): string {
  const name = luceneName(field);
  if (range !== undefined) return luceneRange(name, range);
  const parts = values.map((value) => (value === '' ? `-${name}:*` : `${name}:${luceneText(value)}`));
  const either = parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`;
  return isExcluding ? `NOT ${either.startsWith('-') ? `(${either})` : either}` : either;
}

function luceneRange(name: string, { min, max }: NumberRange): string {
  return `${name}:[${min ?? '*'} TO ${max ?? '*'}]`;
}

function sqlRange(expression: string, { min, max }: NumberRange): string {
  const ends = [min === undefined ? '' : `${expression} >= ${min}`, max === undefined ? '' : `${expression} <= ${max}`];
  return ends.filter((end) => end !== '').join(' AND ');
}

function sqlFilter({ expression, values, isExcluding, range }: Filter): string {
  if (range !== undefined) return sqlRange(expression, range);
  return `${expression} ${isExcluding ? 'NOT IN' : 'IN'} (${values.map(sqlText).join(', ')})`;
}

/** A filter as a saved search keeps it. */
export function savedFilter(filter: Filter): string {
  return sqlFilter(filter);
}

/** One condition out of what was typed and what was clicked. */
export function whereOf(text: string, language: Language, filters: Filter[]): string {
  const clicked = filters.filter(narrows).map(language === 'sql' ? sqlFilter : luceneFilter);
  if (clicked.length === 0) return text.trim() === '' ? '' : text;
  const typed = text.trim() === '' ? [] : [`(${text})`];
  return [...typed, ...clicked].join(' AND ');
}

/** How many signs stand before the typed text in whereOf. */
export function typedAt(filters: Filter[]): number {
  return filters.some(narrows) ? 1 : 0;
}

/** Says whether a filter leaves any row out. */
function narrows({ values, range }: Filter): boolean {
  return range === undefined ? values.length > 0 : range.min !== undefined || range.max !== undefined;
}

/** Keeps the numbers of a field in a range; one without ends takes the filter away. */
export function withRange(filters: Filter[], chosen: Field, range: NumberRange): Filter[] {
  const others = filters.filter(({ field, range: other }) => field !== chosen.field || other === undefined);
  return [...others, { ...chosen, values: [], isExcluding: false, range }].filter(narrows);
}

/** The range that a field is kept in. */
export function rangeOf(filters: Filter[], field: string): NumberRange {
  return filters.find((filter) => filter.field === field && filter.range !== undefined)?.range ?? {};
}

/** Puts a value into the filters, or takes it out when it is there already. */
export function toggle(filters: Filter[], chosen: Omit<Filter, 'values' | 'range'>, value: string): Filter[] {
  const isSame = (filter: Filter) =>
    filter.field === chosen.field && filter.isExcluding === chosen.isExcluding && filter.range === undefined;
  const own = filters.find(isSame);
  const values =
    own?.values.includes(value) === true ? own.values.filter((one) => one !== value) : [...(own?.values ?? []), value];
  // A value can't be asked for and excluded at once.
  const others = filters
    .filter((filter) => !isSame(filter))
    .map((filter) =>
      filter.field === chosen.field ? { ...filter, values: filter.values.filter((one) => one !== value) } : filter,
    );
  return [...others, { ...chosen, values }].filter(narrows);
}

/** How a value of a field is filtered right now. */
export function markOf(filters: Filter[], field: string, value: string): 'in' | 'out' | null {
  const found = filters.find((filter) => filter.field === field && filter.values.includes(value));
  if (found === undefined) return null;
  return found.isExcluding ? 'out' : 'in';
}
