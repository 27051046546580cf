import { expect, test } from 'vitest';

import { isAcceptable, passwordLengthMax, passwordLengthMin, passwordRules } from './password';

const email = 'ada@example.org';

test('nothing typed meets no rule', () => {
  expect(passwordRules('', email).map((rule) => rule.isMet)).toEqual([false, true, false]);
});

test.each([
  ['one short of the minimum', 'x'.repeat(passwordLengthMin - 1), false],
  ['the minimum', 'x'.repeat(passwordLengthMin), true],
  ['the maximum', 'x'.repeat(passwordLengthMax), true],
  ['one over the maximum', 'x'.repeat(passwordLengthMax + 1), false],
  ['the e-mail address', email, false],
  ['the e-mail address in capitals', email.toUpperCase(), false],
])('%s', (_name, password, want) => {
  expect(isAcceptable(password, email)).toBe(want);
});

test('characters are counted, not bytes or halves of pairs', () => {
  expect(isAcceptable('🪨'.repeat(passwordLengthMin - 1), email)).toBe(false);
  expect(isAcceptable('🪨'.repeat(passwordLengthMin), email)).toBe(true);
});
