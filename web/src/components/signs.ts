/** A sign of a text that can't be seen, or that would turn the text around it. */
interface Sign {
  raw: string;
  /** What stands for it. */
  shown: string;
}

const invisible = String.raw`[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]`;
/** A line break that other systems write is none to be marked. */
const inLines = new RegExp(String.raw`${invisible}|\r(?!\n)`, 'gu');
const inOneLine = new RegExp(String.raw`${invisible}|\r\n|[\r\n]`, 'gu');

/** Cuts a text into what is shown as it is, and signs that need something in their place. */
export function piecesOf(text: string, isOneLine: boolean): (string | Sign)[] {
  const pieces: (string | Sign)[] = [];
  let end = 0;
  for (const { 0: raw, index } of text.matchAll(isOneLine ? inOneLine : inLines)) {
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push({ raw, shown: shownFor(raw) });
    end = index + raw.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

function shownFor(raw: string): string {
  if (raw === '\n' || raw === '\r\n') return '⏎';
  const code = raw.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code < 0x80 ? String.raw`\x${hex.padStart(2, '0')}` : String.raw`\u{${hex}}`;
}

/** A text on one line, for where it can't have marks: a title, a name for screen readers, the title of the page. */
export function lineOf(text: string): string {
  return piecesOf(text, true)
    .map((piece) => (typeof piece === 'string' ? piece : piece.shown))
    .join('');
}

/** What stands for a value, or a name, that is empty. */
export const emptyWord = '(empty)';

/** A value as people are told it: an empty one has a word. */
export function valueWords(value: string): string {
  return value === '' ? emptyWord : lineOf(value);
}
