import type { Completion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';

import { valueWords } from '../signs';
import type { Language } from '../../api/types';
import { quoted } from './quoted';

/** What can be asked for, as the completion shows it. */
export interface FieldHint {
  name: string;
  expression: string;
  type: string;
  /** Whether it is a key of a map, and how many of the newest rows have it. */
  key: boolean;
  rows: number;
}

/** A value and how often it occurs. */
export interface ValueHint {
  value: string;
  count: number;
}

/** Options of this type are followed by those for what comes next. */
export const fieldType = 'field';

/** Keys are offered by their own names, which are found in any map, and with the map. */
export function fieldOptions(fields: FieldHint[], language: Language): Completion[] {
  const known = new Set(fields.filter(({ key }) => !key).map(({ name }) => name));
  const bare = new Map<string, FieldHint>();
  for (const field of fields.filter(({ key }) => key)) {
    const name = field.name.slice(field.name.indexOf('.') + 1);
    if (known.has(name) || field.rows < (bare.get(name)?.rows ?? 0)) continue;
    bare.set(name, { ...field, name });
  }
  const columns = fields.filter(({ key }) => !key);
  const byRows = [...bare.values()].toSorted((one, other) => other.rows - one.rows);
  return [
    ...columns.map((field) => fieldOption(field, field.expression, language)),
    ...byRows.map((field) => fieldOption(field, field.name, language)),
    ...fields.filter(({ key }) => key).map((field) => fieldOption(field, field.expression, language)),
  ];
}

function fieldOption(field: FieldHint, sqlLabel: string, language: Language): Completion {
  const { name, expression, type, key, rows } = field;
  const detail = key ? rows.toLocaleString('en-US') : type;
  if (language === 'sql') return { label: sqlLabel, apply: expression, detail, type: fieldType };
  const written = name.replaceAll(/[\s:"()]/g, String.raw`\$&`);
  return { label: name, detail, type: fieldType, apply: (view, _, from, to) => putField(view, written, from, to) };
}

export function valueOption({ value, count }: ValueHint, language: Language): Completion {
  return {
    label: valueWords(value),
    detail: count.toLocaleString('en-US'),
    apply: (view, _completion, from, to) => putValue(view, quoted(value, language), from, to),
  };
}

/** Puts a field in the place of what was typed of it, before the colon that may be there already. */
function putField(view: EditorView, name: string, from: number, to: number): void {
  const isFollowed = view.state.doc.sliceString(to, to + 1) === ':';
  const insert = isFollowed ? name : `${name}:`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + name.length + 1 },
    userEvent: 'input.complete',
  });
}

/** Puts a value with its quotes in the place of what was typed of it, quotes included. */
function putValue(view: EditorView, value: string, from: number, to: number): void {
  const isQuote = (at: number) => /["']/.test(view.state.doc.sliceString(at, at + 1));
  const start = from > 0 && isQuote(from - 1) ? from - 1 : from;
  const insert = `${value} `;
  view.dispatch({
    changes: { from: start, to: isQuote(to) ? to + 1 : to, insert },
    selection: { anchor: start + insert.length },
    userEvent: 'input.complete',
  });
}
