import { expect, test } from 'vitest';

import { compareNames } from './compare';

test('numbers in names are compared by their size', () => {
  expect(['t10', 'T2', 't1', 'é', 'a', 't2', 'z'].toSorted(compareNames)).toEqual([
    'a',
    'é',
    't1',
    't2',
    'T2',
    't10',
    'z',
  ]);
});
