import { expect, test } from 'vitest';

import { readRange, retyped } from './RangeFields';

const nanoseconds = { output: 'duration', factor: 1e-9 } as const;

test('an end that is left empty is open', () => {
  expect(readRange({ min: '200 ms', max: ' ' }, nanoseconds)).toEqual({ range: { min: 2e8 } });
  expect(readRange({ min: '', max: '' }, undefined)).toEqual({ range: {} });
  expect(readRange({ min: '500', max: '599' }, undefined)).toEqual({ range: { min: 500, max: 599 } });
});

test.each([
  ['200', '', 'Add a unit.'],
  ['x', '', 'Type a number'],
  ['2 s', '1 s', 'must not be larger'],
])('from %j to %j is told as a mistake', (min, max, want) => {
  const read = readRange({ min, max }, nanoseconds);
  expect('mistake' in read && read.mistake).toContain(want);
});

test('an end that is applied leaves the other one as it is typed', () => {
  const typed = { min: '0.2 s', max: '50' };
  expect(retyped(typed, {}, { min: 2e8 }, nanoseconds)).toEqual({ min: '200 ms', max: '50' });
  expect(retyped(typed, { min: 2e8 }, {}, nanoseconds)).toEqual({ min: '', max: '50' });
});
