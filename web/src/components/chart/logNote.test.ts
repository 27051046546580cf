import { expect, test } from 'vitest';

import { logNote } from './logNote';
import type { ChartKind } from './types';

const nobody = new Set<string>();
const log = { isLog: true };

function series(name: string, values: (number | null)[], isRight = false) {
  return { name, color: '#000', values, isRight };
}

function note(kind: ChartKind, axes: Parameters<typeof logNote>[3], ...all: ReturnType<typeof series>[]) {
  return logNote({ times: [1, 2], series: all }, kind, nobody, axes);
}

test.each([
  [[1, 5], null],
  [[1, null], null],
  [[0, 5], 'Zeros are not shown on a logarithmic axis'],
  [[-1, 5], 'Negative numbers are not shown on a logarithmic axis'],
  [[-1, 0], 'Zeros and negative numbers are not shown on a logarithmic axis'],
])('a line through %j: %s', (values, want) => {
  expect(note('line', { left: log }, series('a', values))).toBe(want);
  expect(note('line', { left: { isLog: false } }, series('a', values))).toBeNull();
});

test('each line is measured by its own axis', () => {
  expect(note('line', { left: log, right: {} }, series('a', [1, 2]), series('b', [0, 0], true))).toBeNull();
  expect(note('line', { left: {}, right: log }, series('a', [0, 0]), series('b', [1, 0], true))).toMatch(/^Zeros/);
});

test('what is hidden is not missed', () => {
  expect(logNote({ times: [1], series: [series('a', [0])] }, 'line', new Set(['a']), { left: log })).toBeNull();
});

test('a zero upon something else has its place in a stack', () => {
  expect(note('bars', { left: log }, series('a', [3, 3]), series('b', [0, 2]))).toBeNull();
  expect(note('bars', { left: log }, series('a', [0, 3]), series('b', [0, 2]))).toMatch(/^Zeros/);
});
