import { expect, test } from 'vitest';

import { cutAt, placesOf } from './found';

const marked = (text: string, wanted: string) =>
  cutAt(text, wanted)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('');

test.each([
  ['Timeout after timeout', 'timeout', '[Timeout] after [timeout]'],
  ['aaa', 'aa', '[aa]a'],
  ['nothing here', 'x', 'nothing here'],
  ['', 'x', ''],
  ['all', '', 'all'],
  ['a.b', '.', 'a[.]b'],
])('in %j, %j is %j', (text, wanted, want) => {
  expect(marked(text, wanted)).toBe(want);
});

test('rows are found by any of their cells', () => {
  const rows = [
    ['cart', 'ok'],
    ['shop', 'Card declined'],
    ['shop', 'ok'],
  ];
  expect(placesOf(rows, (row) => row, 'CAR')).toEqual([0, 1]);
  expect(placesOf(rows, (row) => row, '')).toEqual([]);
});
