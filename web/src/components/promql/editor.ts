import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  currentCompletions,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, insertNewline } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { linter, type Diagnostic } from '@codemirror/lint';
import { Prec, StateEffect, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';

import { acceptFirst } from '../query/acceptFirst';
import type { PromReads } from './client';
import { completion } from './complete';
import { mistakesIn, promqlSupport } from './language';
import { offsetOf, type Mistake } from './position';

/** What the editor is made with. */
export interface PromEditorOptions {
  label: string;
  placeholder: string;
  reads: PromReads;
  /** The variables of the dashboard. */
  variables: () => string[];
  /** What the server found wrong with the text as it is. */
  mistake: () => Mistake | null;
  onChange: (text: string) => void;
  onRun: () => void;
  onFormat: () => void;
}

/** The server says something else about the text than before. */
export const mistakeChanged = StateEffect.define();

/** A pause in typing of this length means that something can be said about the text. */
const lintMs = 500;

/** Everything but the text: several lines, with completion, colours and marks for mistakes. */
export function promEditor(options: PromEditorOptions): Extension {
  const run = (view: EditorView) => {
    closeCompletion(view);
    options.onRun();
    return true;
  };
  const format = () => {
    options.onFormat();
    return true;
  };
  return [
    history(),
    closeBrackets(),
    bracketMatching(),
    EditorView.lineWrapping,
    promqlSupport,
    placeholder(options.placeholder),
    autocompletion({
      override: [completion(options.reads, options.variables)],
      icons: false,
      closeOnBlur: true,
      defaultKeymap: false,
      // A list that opens under the fingers chooses nothing that was not looked at.
      interactionDelay: 0,
      selectOnOpen: false,
      maxRenderedOptions: 200,
    }),
    linter((view) => mistakesOf(view, options.mistake()), {
      delay: lintMs,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(mistakeChanged))),
    }),
    Prec.highest(keymap.of(completionKeymap.filter(({ key }) => key === 'Enter'))),
    Prec.high(
      keymap.of([
        ...completionKeymap.filter(({ key }) => key !== 'Enter'),
        { key: 'Enter', run, shift: insertNewline },
        { key: 'Tab', run: acceptFirst },
        { key: 'Shift-Alt-f', run: format },
      ]),
    ),
    keymap.of([...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap.filter(({ key }) => key !== 'Enter')]),
    EditorView.contentAttributes.of((view) => ({
      'aria-label': options.label,
      // Escape closes the list first, then the dialog that the field is in.
      'data-mantine-stop-propagation': String(currentCompletions(view.state).length > 0),
    })),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update.state.doc.toString());
    }),
  ];
}

/** Mistakes that can be seen here; else the one that the server found. */
function mistakesOf({ state }: EditorView, mistake: Mistake | null): readonly Diagnostic[] {
  const text = state.doc.toString();
  if (text.trim() === '') return [];
  const found = mistakesIn(text);
  if (found.length > 0 || mistake === null) return found;
  const at = offsetOf(text, mistake);
  const { from, to } = state.wordAt(at) ?? { from: at, to: at + 1 };
  return [
    {
      from: Math.min(from, text.length - 1),
      to: Math.min(to, text.length),
      severity: 'error',
      message: mistake.message,
    },
  ];
}
