import type { Language } from '../../api/types';

/** What a translation has to know about the source. */
export interface Columns {
  /** The column in which words without a field are looked for; empty when that is not one column. */
  text: string;
  isNumber: (name: string) => boolean;
}

/** One condition on one field, or a word of the text column. */
interface Term {
  isNegated: boolean;
  /** Empty for a word. */
  name: string;
  kind: 'is' | 'holds' | 'compared' | 'present' | 'word';
  operator: string;
  value: string;
}

const luceneTerm =
  /(?<not>-|!|NOT\s+)?(?:(?<name>[A-Za-z_][\w.]*):)?(?:"(?<text>[^"\\]*)"|(?<operator>>=|<=|>|<)?(?<word>[^\s"():[\]{}*?~^\\!+-][^\s"():[\]{}*?~^\\]*|\*))/y;
const sqlName = String.raw`(?<name>[A-Za-z_][\w.]*(?:\['[^'\\]+'\])?)`;
const sqlTerms = {
  word: /(?<not>NOT\s+)?hasTokenCaseInsensitive\((?<name>\w+),\s*'(?<value>[A-Za-z0-9]+)'\)/iy,
  holds: new RegExp(String.raw`${sqlName}\s+(?<not>NOT\s+)?ILIKE\s+'%(?<value>(?:[^'\\%_\s"]|\\[%_])+)%'`, 'iy'),
  is: new RegExp(String.raw`${sqlName}\s*(?<operator>!=|<>|==?)\s*'(?<value>[^'\\"]*)'`, 'iy'),
  compared: new RegExp(String.raw`${sqlName}\s*(?<operator>>=|<=|>|<|==?)\s*(?<value>-?\d+(?:\.\d+)?)`, 'iy'),
};
/** A space between terms means AND to Lucene, and nothing to SQL. */
const joins = { lucene: /\s+(?:(AND|OR)\s+)?/y, sql: /\s+(AND|OR)\s+/iy };

/** They are not texts: what a condition on them means differs between the languages. */
const isOther = /^(?:(?:Log|Span|Resource|Scope)Attributes$|(?:Body|Events|Links)\.|Timestamp)/;

/**
 * Writes a condition in the other language; null when it is of a form whose
 * meaning this does not know for certain: conditions on single fields, joined
 * by AND alone or by OR alone, are known.
 */
export function translate(text: string, to: Language, columns: Columns): string | null {
  const from = to === 'sql' ? 'lucene' : 'sql';
  if (text.trim() === '') return '';
  const read = readTerms(text.trim(), from, columns);
  if (read === null) return null;
  const written = read.terms.map((term) => (to === 'sql' ? sqlOf(term, columns) : luceneOf(term)));
  return written.every((part) => part !== null) ? written.join(` ${read.join} `) : null;
}

function readTerms(text: string, from: Language, columns: Columns): { terms: Term[]; join: string } | null {
  const terms: Term[] = [];
  const found = new Set<string>();
  for (let at = 0; ;) {
    const term = from === 'lucene' ? luceneTermAt(text, at, columns) : sqlTermAt(text, at, columns);
    if (term === null) return null;
    terms.push(term.term);
    if (term.end === text.length) return { terms, join: [...found][0] ?? 'AND' };
    const join = matchAt(joins[from], text, term.end);
    if (join === null) return null;
    found.add((join[1] ?? 'AND').toUpperCase());
    if (found.size > 1) return null;
    at = term.end + join[0].length;
  }
}

interface TermAt {
  term: Term;
  end: number;
}

function luceneTermAt(text: string, at: number, columns: Columns): TermAt | null {
  const match = matchAt(luceneTerm, text, at);
  const { not, name = '', text: exact, operator = '', word = '' } = match?.groups ?? {};
  if (match === null || isOther.test(name)) return null;
  const term = { isNegated: not !== undefined, name, operator, value: exact ?? word };
  const kind = luceneKind(term, exact !== undefined, columns);
  return kind === null ? null : { term: { ...term, kind }, end: at + match[0].length };
}

function luceneKind({ name, operator, value }: Omit<Term, 'kind'>, isExact: boolean, columns: Columns) {
  if (name === '') return columns.text !== '' && !isExact && operator === '' && isWord(value) ? 'word' : null;
  if (operator !== '') return isNumeric(value) ? 'compared' : null;
  if (columns.isNumber(name)) return !isExact && isNumeric(value) ? 'compared' : null;
  if (isExact) return 'is';
  return value === '*' ? 'present' : 'holds';
}

function sqlTermAt(text: string, at: number, columns: Columns): TermAt | null {
  for (const kind of ['word', 'holds', 'is', 'compared'] as const) {
    const match = matchAt(sqlTerms[kind], text, at);
    if (match !== null) {
      const term = sqlTermOf(match, kind, columns);
      return term === null ? null : { term, end: at + match[0].length };
    }
  }
  return null;
}

function sqlTermOf({ groups = {} }: RegExpExecArray, kind: Term['kind'], columns: Columns): Term | null {
  const { not, operator = '', value = '' } = groups;
  const name = (groups.name ?? '').replace(/\['(.+)'\]$/, '.$1');
  if (kind === 'word') {
    return name === columns.text ? { kind, name: '', operator, value, isNegated: not !== undefined } : null;
  }
  const isEqual = operator.startsWith('=');
  const isUnknown = isOther.test(name) || !/^[\w.]+$/.test(name) || (kind !== 'compared') === columns.isNumber(name);
  if (isUnknown && !(kind === 'compared' && !isEqual)) return null;
  const isNegated = not !== undefined || /^(?:!=|<>)$/.test(operator);
  if (kind === 'is' && value === '') return { kind: 'present', name, operator: '', value, isNegated: !isNegated };
  if (kind === 'holds') return { kind, name, operator, isNegated, value: value.replaceAll(/\\([%_])/g, '$1') };
  return { kind, name, operator: isEqual ? '' : operator, value, isNegated };
}

function sqlOf({ kind, name, operator, value, isNegated }: Term, columns: Columns): string {
  const not = isNegated ? 'NOT ' : '';
  const text = value.replaceAll("'", String.raw`\'`);
  switch (kind) {
    case 'word':
      return `${not}hasTokenCaseInsensitive(${columns.text}, '${text}')`;
    case 'holds':
      return `${name} ${not}ILIKE '%${text.replaceAll(/[%_]/g, String.raw`\$&`)}%'`;
    case 'is':
      return `${name} ${isNegated ? '!=' : '='} '${text}'`;
    case 'present':
      return `${name} ${isNegated ? '=' : '!='} ''`;
    case 'compared':
      return isNegated ? `NOT ${name} ${operator || '='} ${value}` : `${name} ${operator || '='} ${value}`;
  }
}

function luceneOf({ kind, name, operator, value, isNegated }: Term): string | null {
  const not = isNegated ? '-' : '';
  if (kind === 'word') return `${not}${value}`;
  if (kind === 'present') return `${not}${name}:*`;
  if (kind === 'is') return `${not}${name}:"${value}"`;
  if (kind === 'holds' && /[\s"()[\]{}*?~^\\:!+<>=-]/.test(value)) return null;
  return `${not}${name}:${operator}${value}`;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isWord(value: string): boolean {
  return /^[A-Za-z0-9]+$/.test(value) && !/^(?:AND|OR|NOT|TO)$/.test(value);
}

function isNumeric(value: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(value);
}
