import { expect, test } from 'vitest';

import { patternsOf, shapeOf } from './patterns';

test.each([
  ['took 18ms for 3 items', 'took <n>ms for <n> items'],
  ['user 4bf92f35-77b3-4da6-a3ce-929d0e0e4736 signed in', 'user <uuid> signed in'],
  ['trace 4bf92f3577b34da6', 'trace <hex>'],
  ['from 10.0.0.7:5432 refused', 'from <ip> refused'],
  ['mail to ada@example.org', 'mail to <e-mail>'],
  ['at 2026-11-15T12:00:00Z', 'at <time>'],
  ['no "gateway" found', 'no <text> found'],
  ['deadbeef is a word', 'deadbeef is a word'],
  ['a  b\n c', 'a b c'],
])('%j has the shape %j', (message, want) => {
  expect(shapeOf(message)).toBe(want);
});

test('messages of one shape are counted together', () => {
  expect(patternsOf(['order 1 paid', 'order 2 paid', 'boot'])).toEqual([
    { text: 'order <n> paid', count: 2, sample: 'order 1 paid' },
    { text: 'boot', count: 1, sample: 'boot' },
  ]);
});
