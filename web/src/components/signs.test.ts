import { expect, test } from 'vitest';

import { lineOf, piecesOf, valueWords } from './signs';

const shown = (text: string, isOneLine = false) =>
  piecesOf(text, isOneLine)
    .map((piece) => (typeof piece === 'string' ? piece : piece.shown))
    .join('');

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a\u0000b', String.raw`a\x00b`],
  ['\u001B[31mred', String.raw`\x1b[31mred`],
  ['a\u007Fb', String.raw`a\x7fb`],
  ['a\u202Eb\u202C', String.raw`a\u{202e}b\u{202c}`],
  ['\u2066x\u2069', String.raw`\u{2066}x\u{2069}`],
  ['zero\u200Bwidth', String.raw`zero\u{200b}width`],
  ['\u{E0041}', String.raw`\u{e0041}`],
  ['tab\there', 'tab\there'],
  ['Größe 👩‍🚀 می‌خواهم', 'Größe 👩‍🚀 می‌خواهم'],
  ['a\r\nb\nc\rd', `a\r\nb\nc${String.raw`\x0d`}d`],
])('%j is shown as %j', (text, want) => {
  expect(shown(text)).toBe(want);
});

test('on one line, line breaks are marked too', () => {
  expect(shown('a\r\nb\nc\rd', true)).toBe(String.raw`a⏎b⏎c\x0dd`);
});

test('the pieces are the text', () => {
  const text = 'a\u0000\u202Eb\r\nc';
  expect(
    piecesOf(text, true)
      .map((piece) => (typeof piece === 'string' ? piece : piece.raw))
      .join(''),
  ).toBe(text);
});

test('a place without marks says what they would say, and has a word for nothing', () => {
  expect(lineOf('a\u0000b\nc')).toBe(String.raw`a\x00b⏎c`);
  expect(['', 'a\u202Eb'].map(valueWords)).toEqual(['(empty)', String.raw`a\u{202e}b`]);
});
