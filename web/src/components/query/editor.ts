import {
  autocompletion,
  closeBrackets,
  closeCompletion,
  completionKeymap,
  currentCompletions,
  startCompletion,
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
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';

import { acceptFirst } from './acceptFirst';
import { caretOf, piecesOf, valuesAsked, type Caret } from './complete';
import { fieldOptions, fieldType, valueOption, type FieldHint, type ValueHint } from './options';
import { fitOf, ranked } from './rank';
import type { Language } from '../../api/types';

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
  /** The field has lost the focus. */
  onLeave: () => void;
}

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
  const run = (view: EditorView) => {
    closeCompletion(view);
    options.onRun();
    return true;
  };
  return [
    history(),
    closeBrackets(),
    EditorView.lineWrapping,
    oneLine(),
    coloring(options.language),
    mistakes,
    placeholder(options.placeholder),
    autocompletion({
      override: [(context) => inFocus(context, complete(context, options))],
      icons: false,
      closeOnBlur: true,
      defaultKeymap: false,
      selectOnOpen: false,
      activateOnCompletion: ({ type }) => type === fieldType && options.language === 'lucene',
      // A list that opens under the fingers chooses nothing, so that no key has to wait for it.
      interactionDelay: 0,
    }),
    noDoubledEnd(),
    Prec.high(keymap.of([...completionKeymap.filter(({ key }) => key !== 'Enter'), { key: 'Enter', run }])),
    Prec.highest(
      keymap.of([...completionKeymap.filter(({ key }) => key === 'Enter'), { key: 'Tab', run: acceptFirst }]),
    ),
    keymap.of([...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Enter' && key !== 'Mod-Enter')]),
    EditorView.contentAttributes.of((view) => ({
      'aria-label': options.label,
      // Escape closes the list first, then the dialog that the field is in.
      'data-mantine-stop-propagation': String(currentCompletions(view.state).length > 0),
    })),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({ blur: () => options.onLeave() }),
  ];
}

/** Where a completion has just ended; null as soon as something else happens. */
const completionEnd = StateField.define<number | null>({
  create: () => null,
  update(at, transaction) {
    if (transaction.isUserEvent('input.complete')) return transaction.newSelection.main.head;
    return transaction.docChanged || transaction.selection !== undefined ? null : at;
  },
});

/** The sign that a completion ended with is not written twice by somebody who types it as well. */
function noDoubledEnd(): Extension {
  const onInput = EditorView.inputHandler.of((view, from, to, text) => {
    const isDoubled = from === to && from === view.state.field(completionEnd);
    if (!isDoubled || text !== view.state.doc.sliceString(from - 1, from)) return false;
    view.dispatch({ selection: { anchor: from } });
    if (text === ':') startCompletion(view);
    return true;
  });
  return [completionEnd, onInput];
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

/** Options that arrive after the field was left would open a list over what is used now. */
async function inFocus(
  { view }: CompletionContext,
  found: Promise<CompletionResult | null>,
): Promise<CompletionResult | null> {
  const result = await found;
  return view?.hasFocus === false ? null : result;
}

/** Asks again after every key: what is known already is only put into another order. */
async function complete(
  context: CompletionContext,
  { language, hints }: EditorOptions,
): Promise<CompletionResult | null> {
  const caret = caretAt(context, language);
  if (caret === null || (caret.text === '' && caret.kind === 'field' && !context.explicit)) return null;
  if (caret.kind === 'field') {
    const fields = await hints.fields().catch(() => []);
    return resultOf(fieldOptions(fields, language), caret, language);
  }
  const values = await hints.values(caret.field, caret.text).catch(() => []);
  const options = values.map((value) => valueOption(value, language));
  const result = resultOf(options, caret, language);
  // Others than these may hold what is typed next.
  return values.length < valuesAsked ? result : { ...result, update: () => null };
}

function caretAt(context: CompletionContext, language: Language): Caret | null {
  return caretOf(context.state.doc.sliceString(0, context.pos), language);
}

function resultOf(options: Completion[], caret: Caret, language: Language): CompletionResult {
  const typed = caret.text.replaceAll('\\', '');
  return {
    from: caret.from + (caret.isQuoted ? 1 : 0),
    options: ranked(options, typed),
    filter: false,
    getMatch: ({ label }) => matchIn(label, typed),
    update(_current, _from, _to, context) {
      const next = caretAt(context, language);
      const isSame = next !== null && next.from === caret.from && next.kind === caret.kind && next.text !== '';
      return isSame ? resultOf(options, next, language) : null;
    },
  };
}

/** Where the list writes what was typed in bold. */
function matchIn(label: string, typed: string): number[] {
  const fit = typed === '' ? null : fitOf(label, typed);
  return fit === null ? [] : [fit.at, fit.at + typed.length];
}
