import { expect, test } from 'vitest';

import { mistakeIn, mistakeWords, offsetOf } from './position';

const said = '2:3: parse error: unexpected end of input.';

test.each([
  ['up\n+ x', 2, 3, 5],
  ['a\nbc', 2, 1, 2],
  ['"\u{1F600}" x', 1, 5, 5],
  ['up', 1, 99, 2],
  ['up', 9, 1, 2],
])('the place in %j at %i:%i', (text, line, column, at) => {
  expect(offsetOf(text, { line, column })).toBe(at);
});

test('a mistake has words and a place', () => {
  expect(mistakeIn(said)).toEqual({ message: 'unexpected end of input.', line: 2, column: 3 });
  expect(mistakeWords(said, 'up\n+')).toBe('Unexpected end of input (line 2, character 3).');
  expect(mistakeWords(said, 'up')).toBe('Unexpected end of input (character 3).');
});

test('words without a place stay as they are', () => {
  expect(mistakeIn('too many samples')).toBeNull();
  expect(mistakeWords('$x is not a variable of the dashboard.', '')).toBe('$x is not a variable of the dashboard.');
});
