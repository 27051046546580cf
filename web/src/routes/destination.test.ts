import { expect, test } from 'vitest';

import { destination } from './destination';

test.each([
  ['/search?q=1', '/search?q=1'],
  ['/', '/'],
  [undefined, '/'],
  [42, '/'],
  ['', '/'],
  ['https://example.org/', '/'],
  ['//example.org/', '/'],
  ['/\\example.org/', '/'],
  ['javascript:alert(1)', '/'],
])('destination(%j) is %j', (from, want) => {
  expect(destination(from)).toBe(want);
});
