import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { filterText } from './filterWords';

const source = { kind: 'trace', durationExpression: 'Duration', durationPrecision: 9 } as Source;
const filter = { field: 'Duration', expression: 'Duration', values: [], isExcluding: false };

test.each([
  [{ min: 2e8 }, 'at least 200 ms'],
  [{ max: 1.5e9 }, 'at most 1.5 s'],
  [{ min: 2e8, max: 1.5e9 }, '200 ms – 1.5 s'],
])('%j is %s', (range, want) => {
  expect(filterText({ ...filter, range }, source)).toBe(want);
});

test('values are listed, an empty one has a name', () => {
  expect(filterText({ ...filter, field: 'a', expression: 'a', values: ['x', ''] }, source)).toBe('x, (empty)');
});
