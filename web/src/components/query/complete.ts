import type { Language } from '../../api/types';

/** What stands before the caret: the beginning of a field, or of a value of a field. */
export interface Caret {
  kind: 'field' | 'value';
  /** Where the beginning starts in the text. */
  from: number;
  text: string;
  /** The field whose value is written; empty for fields. */
  field: string;
  /** Whether a quote is open already. */
  isQuoted: boolean;
}

/** How many values the completion asks for; fewer in an answer are all there are. */
export const valuesAsked = 20;

const luceneValue = /(?:^|[\s(!+-])((?:[\w.@/]|\\.)+):(?:\(?(?:"?[^\s"()]*"?\s+OR\s+)*)?("?)([^\s"()]*)$/;
const luceneField = /(?:^|[\s(!+-])((?:[\w.@/]|\\.)*)$/;
const sqlValue = /([A-Za-z_][\w.]*(?:\['[^']*'\])?)\s*(?:=|!=|<>|LIKE|ILIKE)\s*(')([^']*)$/i;
const sqlField = /(?:^|[\s(,+*/=<>-])([A-Za-z_][\w.]*(?:\['[^']*)?)$/;

/** Reads what is being written at the end of a text. */
export function caretOf(before: string, language: Language): Caret | null {
  const value = (language === 'sql' ? sqlValue : luceneValue).exec(before);
  if (value !== null) {
    const [, field = '', quote = '', text = ''] = value;
    return { kind: 'value', from: before.length - text.length - quote.length, text, field, isQuoted: quote !== '' };
  }
  const field = (language === 'sql' ? sqlField : luceneField).exec(before);
  if (field === null) return null;
  const text = field[1] ?? '';
  return { kind: 'field', from: before.length - text.length, text, field: '', isQuoted: false };
}

/** What a piece of a query is, for its colour. */
export interface Piece {
  from: number;
  to: number;
  kind: 'name' | 'text' | 'word' | 'number';
}

const pieces = {
  lucene: /"(?:[^"\\]|\\.)*"?|\b(?:AND|OR|NOT|TO)\b|(?:[\w.@/]|\\.)+(?=:)|(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/g,
  sql: /'(?:[^'\\]|\\.)*'?|\b(?:AND|OR|NOT|IN|LIKE|ILIKE|IS|NULL|BETWEEN)\b|\b[A-Za-z_]\w*\b|(?<![\w.])-?\d+(?:\.\d+)?/gi,
};

/** Cuts a query into the pieces that have a colour. */
export function piecesOf(text: string, language: Language): Piece[] {
  return [...text.matchAll(pieces[language])].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    kind: kindOf(match[0]),
  }));
}

function kindOf(piece: string): Piece['kind'] {
  if (/^["']/.test(piece)) return 'text';
  if (/^(?:AND|OR|NOT|TO|IN|LIKE|ILIKE|IS|NULL|BETWEEN)$/i.test(piece)) return 'word';
  return /^-?\d/.test(piece) ? 'number' : 'name';
}

/** Where the server found a mistake: `col 7` counts signs from one. */
export function columnOf(message: string): number | null {
  const match = /\bcol (\d+):/i.exec(message);
  return match === null ? null : Number(match[1]);
}
