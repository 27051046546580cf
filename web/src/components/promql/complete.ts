import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { SyntaxNode } from '@lezer/common';
import { newCompleteStrategy } from '@prometheus-io/codemirror-promql';

import { clientOf, quoted, type PromReads } from './client';
import { ownVariables } from './template';

/** What a completion source takes and finds. */
type Source = (context: CompletionContext) => Promise<CompletionResult | null>;

/** Completes variables behind a dollar sign, and PromQL elsewhere. */
export function completion(reads: PromReads, variables: () => string[]): Source {
  const strategy = newCompleteStrategy({ remote: clientOf(reads) });
  return async (context) => {
    const begun = context.matchBefore(/\$\{?\w*$/);
    const found = begun === null ? await strategy.promQL(context) : variablesAt(begun.from, variables());
    if (found === null || context.view?.hasFocus === false) return null;
    if (begun !== null) return found;
    const options = wanted(found, context).map((option) => written(option, context));
    if (options.length === 0) return null;
    // A string that is still open ends where the caret is, not before it.
    return { ...found, options, to: Math.max(found.to ?? context.pos, context.pos) };
  };
}

/**
 * Whole expressions go on with operators, numbers with more digits. Nobody who has written one waits for a list of
 * them, and a key that means to leave the field would take its first entry: one begins to type them, or asks.
 */
function wanted({ from, options }: CompletionResult, { explicit, pos, state }: CompletionContext) {
  if (explicit || from < pos) return options;
  const isWhole = /[\w)\]}"'`.]\s*$/.test(state.sliceDoc(0, pos)) && !isInText(state, pos);
  return isWhole ? [] : options;
}

/** Strings end with the quote that opens them, too. */
function isInText(state: CompletionContext['state'], pos: number): boolean {
  const { name, from } = syntaxTree(state).resolve(pos, -1);
  return name === 'StringLiteral' && (pos === from + 1 || !/["'`]$/.test(state.sliceDoc(from + 1, pos)));
}

function variablesAt(from: number, names: string[]): CompletionResult {
  const own = ownVariables.map(({ name, words }) => ({ label: `$${name}`, detail: words, type: 'variable' }));
  const others = names.map((name) => ({ label: `$${name}`, detail: 'dashboard', type: 'variable', boost: 1 }));
  return { from, options: [...others, ...own], validFor: /^\$\w*$/ };
}

/** Names that are no words of PromQL stand in quotes: those of metrics in braces besides. */
function written(option: Completion, { state, pos }: CompletionContext): Completion {
  if (option.type !== 'constant' || /^[A-Za-z_:][\w:]*$/.test(option.label)) return option;
  const text = quoted(option.label);
  return { ...option, apply: isAmongLabels(state, pos) ? text : `{${text}}` };
}

function isAmongLabels(state: CompletionContext['state'], pos: number): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolve(pos, -1); node !== null; node = node.parent)
    if (node.name === 'LabelMatchers' || node.name === 'GroupingLabels') return true;
  return false;
}
