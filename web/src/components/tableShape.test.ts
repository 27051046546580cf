import { expect, test } from 'vitest';

import { isShortened, tracksOf } from './tableShape';

test('texts give way to numbers, which are never cut', () => {
  expect(tracksOf([{}, { isNumber: true }])).toBe('minmax(var(--text-min), auto) minmax(max-content, auto)');
});

test('a width is what a column has where there is room; what is whole may be wider', () => {
  expect(tracksOf([{ width: 140 }, { width: 80, isNumber: true }, { width: 180, isWhole: true }])).toBe(
    'minmax(var(--text-min), 140px) minmax(max-content, 80px) minmax(max-content, 180px)',
  );
});

test.each([
  [{}, true],
  [{ isNumber: true }, false],
  [{ isWhole: true }, false],
])('%j is shortened: %s', (column, expected) => expect(isShortened(column)).toBe(expected));
