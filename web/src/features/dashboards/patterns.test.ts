import { expect, test } from 'vitest';

import { patternWords } from './patternWords';

test.each([
  ['order <n> paid in <n> ms', '"order" "paid in" "ms"'],
  ['connection refused', '"connection refused"'],
  ['id=<n> by <e-mail>', '"by"'],
  ['<uuid>', ''],
  ['said "no" <n>', String.raw`"said \"no\""`],
])('the words of %s', (pattern, want) => {
  expect(patternWords(pattern)).toBe(want);
});
