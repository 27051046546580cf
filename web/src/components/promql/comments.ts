import { tokens } from './template';

/** An expression apart from the comments around it. */
export interface Commented {
  /** What stands before the code, up to its first sign. */
  head: string;
  code: string;
  /** What stands after the code. */
  tail: string;
  /** A comment stands within the code, where formatting would lose it. */
  isWithin: boolean;
}

/** Takes the comments before and after an expression off it. */
export function commentsAround(text: string): Commented {
  const blank = text.replaceAll(tokens, (token) => (token.startsWith('#') ? ' '.repeat(token.length) : token));
  const end = blank.trimEnd().length;
  const start = end - blank.trim().length;
  const code = text.slice(start, end);
  return {
    head: text.slice(0, start),
    code,
    tail: text.slice(end).trimEnd(),
    isWithin: code !== blank.slice(start, end),
  };
}
