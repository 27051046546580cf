import { expect, test } from 'vitest';

import { parseFormula } from './formula';

test.each([
  ['A + B * 2', [1, 3], 7],
  ['(A + B) * 2', [1, 3], 8],
  ['100 * A / (A + B)', [1, 3], 25],
  ['-A - -1', [5], -4],
  ['a / 1e3', [500], 0.5],
  ['A + B', [0.1, 0.2], 0.3],
  ['A / B', [1, 3], 0.3333333333333],
  ['A / B', [1, 0], null],
  ['A + B', [1, null], null],
  ['C', [1, 2], null],
] as [string, (number | null)[], number | null][])('%s of %j is %j', (text, operands, want) => {
  expect(parseFormula(text)?.(operands)).toBe(want);
});

test.each(['', 'A +', '(A', 'A B', 'A $ B', ')'])('%j can’t be read', (text) => {
  expect(parseFormula(text)).toBeNull();
});
