import { expect, test } from 'vitest';

import { readRules } from './rules';

test('addresses are read from lines and between commas', () => {
  expect(readRules('203.0.113.0/24\n 198.51.100.7, 2001:db8::/32\n\n')).toEqual([
    { source: '203.0.113.0/24' },
    { source: '198.51.100.7' },
    { source: '2001:db8::/32' },
  ]);
  expect(readRules(' \n')).toEqual([]);
});
