import { HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import type { Diagnostic } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { Parser, type Input, type PartialParse, type TreeFragment } from '@lezer/common';
import { tags } from '@lezer/highlight';
import { LanguageType, PromQLExtension, promQLLanguage } from '@prometheus-io/codemirror-promql';

import { samplesOf } from './template';

const promql = promQLLanguage(LanguageType.PromQL);

/** The names of the grammar's nodes, by their numbers. */
export function nodeName(id: number): string {
  return promql.parser.nodeSet.types[id]?.name ?? '';
}

/** Reads an expression with something as long in the place of each variable, so that none is a mistake. */
class TemplateParser extends Parser {
  createParse(
    input: Input,
    _fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    const [text = ''] = samplesOf(input.read(0, input.length));
    // What stands for a variable follows from the text before it, so nothing of an earlier tree is used again.
    return promql.parser.startParse(text, [], ranges);
  }
}

const language = new Language(promql.data, new TemplateParser(), [], 'promql');

/** The classes that the other query fields have. */
const colors = HighlightStyle.define([
  { tag: tags.variableName, class: 'query-name' },
  { tag: [tags.function(tags.variableName), tags.operatorKeyword, tags.modifier], class: 'query-word' },
  { tag: tags.logicOperator, class: 'query-word' },
  { tag: tags.string, class: 'query-text' },
  { tag: tags.number, class: 'query-number' },
  { tag: tags.comment, class: 'query-comment' },
]);

/** PromQL with variables: its tree and its colours. */
export const promqlSupport: Extension = [language, syntaxHighlighting(colors)];

/** What is wrong with an expression as far as that can be seen without the server. */
export function mistakesIn(text: string): readonly Diagnostic[] {
  let first: readonly Diagnostic[] | undefined;
  for (const sample of samplesOf(text)) {
    const found = lint(sample);
    if (found.length === 0) return [];
    first ??= found;
  }
  return first ?? [];
}

function lint(text: string): readonly Diagnostic[] {
  const linter = new PromQLExtension().getLinter();
  const state = EditorState.create({ doc: text, extensions: promql });
  const found = linter.promQL()({ state } as EditorView);
  return found instanceof Promise ? [] : found.filter(({ severity }) => severity === 'error');
}
