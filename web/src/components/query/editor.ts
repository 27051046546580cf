import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, Prec, StateEffect, StateField, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  placeholder,
  tooltips,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';

import { caretOf, piecesOf, quoted } from './complete';
import type { Language } from '../../api/types';

/** What can be asked for, as the completion shows it. */
interface FieldHint {
  name: string;
  expression: string;
  type: string;
  /** Whether it is a key of a map, and how many of the newest rows have it. */
  key: boolean;
  rows: number;
}

/** A value and how often it occurs. */
interface ValueHint {
  value: string;
  count: number;
}

/** Where the completion gets its hints from. */
export interface Hints {
  fields: () => Promise<FieldHint[]>;
  values: (field: string, text: string) => Promise<ValueHint[]>;
}

/** What the editor is made with. */
export interface EditorOptions {
  language: Language;
  label: string;
  placeholder: string;
  hints: Hints;
  onChange: (text: string) => void;
  onRun: () => void;
}

/** How many values the completion asks for; fewer in an answer are all there are. */
export const valuesAsked = 20;

/** Marks the sign at which the server found a mistake; null takes the mark away. */
export const setMistake = StateEffect.define<number | null>();

const mistakeMark = Decoration.mark({ class: 'query-mistake' });

const mistakes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = transaction.docChanged ? Decoration.none : marks;
    for (const effect of transaction.effects) {
      if (effect.is(setMistake)) next = markAt(effect.value, transaction.state.doc.length);
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** A mistake at the end of the text is shown under its last sign. */
function markAt(at: number | null, length: number): DecorationSet {
  if (at === null || length === 0) return Decoration.none;
  const from = Math.max(0, Math.min(at, length - 1));
  return Decoration.set([mistakeMark.range(from, length)]);
}

function coloring(language: Language): Extension {
  const marks = (view: EditorView) =>
    Decoration.set(
      piecesOf(view.state.doc.toString(), language).map(({ from, to, kind }) =>
        Decoration.mark({ class: `query-${kind}` }).range(from, to),
      ),
    );
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = marks(view);
      }
      update(update: ViewUpdate) {
        if (update.docChanged) this.decorations = marks(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

/** Everything but the text: one line, with completion, colours and a mark for mistakes. */
export function editorSetup(options: EditorOptions): Extension {
  const run = { key: 'Enter', run: () => (options.onRun(), true) };
  return [
    history(),
    closeBrackets(),
    EditorView.lineWrapping,
    oneLine(),
    coloring(options.language),
    mistakes,
    placeholder(options.placeholder),
    autocompletion({
      override: [(context) => complete(context, options)],
      icons: false,
      closeOnBlur: true,
      defaultKeymap: false,
      selectOnOpen: false,
    }),
    tooltips({ position: 'fixed', parent: document.body }),
    Prec.high(keymap.of([...completionKeymap.filter(({ key }) => key !== 'Enter'), run])),
    Prec.highest(keymap.of(completionKeymap.filter(({ key }) => key === 'Enter'))),
    keymap.of([...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Enter' && key !== 'Mod-Enter')]),
    EditorView.contentAttributes.of({ 'aria-label': options.label }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update.state.doc.toString());
    }),
  ];
}

/** Line breaks that are pasted become spaces. */
function oneLine(): Extension {
  return EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
    const text = transaction.newDoc.toString().replaceAll('\n', ' ');
    return {
      changes: { from: 0, to: transaction.startState.doc.length, insert: text },
      selection: { anchor: text.length },
    };
  });
}

async function complete(
  context: CompletionContext,
  { language, hints }: EditorOptions,
): Promise<CompletionResult | null> {
  const caret = caretOf(context.state.doc.sliceString(0, context.pos), language);
  if (caret === null || (caret.text === '' && caret.kind === 'field' && !context.explicit)) return null;
  if (caret.kind === 'field') {
    const fields = await hints.fields().catch(() => []);
    return {
      from: caret.from,
      options: fieldOptions(fields, language),
      validFor: /^[\w.@/\\'[]*$/,
    };
  }
  const values = await hints.values(caret.field, caret.text).catch(() => []);
  const from = caret.from + (caret.isQuoted ? 1 : 0);
  return {
    from,
    options: values.map(({ value, count }) => valueOption(value, count, language)),
    // All values are known: what is typed further only narrows them.
    ...(values.length < valuesAsked && { validFor: /^[^\s"'()]*$/ }),
  };
}

/** Keys are offered by their own names, which are found in any map, and with the map. */
export function fieldOptions(fields: FieldHint[], language: Language): Completion[] {
  const known = new Set(fields.filter(({ key }) => !key).map(({ name }) => name));
  const bare = new Map<string, FieldHint>();
  for (const field of fields.filter(({ key }) => key)) {
    const name = field.name.slice(field.name.indexOf('.') + 1);
    if (known.has(name) || field.rows < (bare.get(name)?.rows ?? 0)) continue;
    bare.set(name, { ...field, name });
  }
  return [...bare.values(), ...fields].map((field) => fieldOption(field, language));
}

function fieldOption({ name, expression, type, key, rows }: FieldHint, language: Language): Completion {
  const apply = language === 'sql' ? expression : `${name.replaceAll(/[\s:"()]/g, String.raw`\$&`)}:`;
  const isBare = key && !/^[A-Z]\w*\./.test(name);
  return {
    label: language === 'sql' && !isBare ? expression : name,
    apply,
    detail: key ? rows.toLocaleString('en-US') : type,
    ...(isBare && { boost: 1 }),
  };
}

function valueOption(value: string, count: number, language: Language): Completion {
  return {
    label: value === '' ? '(empty)' : value,
    detail: count.toLocaleString('en-US'),
    apply: (view, _completion, from, to) => putValue(view, quoted(value, language), from, to),
  };
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
