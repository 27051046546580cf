import { expect, test } from 'vitest';

import { keyWidth } from './resize';

const limits = { min: 40, max: 400 };

test.each([
  ['ArrowRight', 1, 116],
  ['ArrowLeft', 1, 84],
  // The left edge of a panel: moving it to the left makes the panel wider.
  ['ArrowLeft', -1, 116],
  ['ArrowRight', -1, 84],
  ['Home', 1, 40],
  ['End', 1, 400],
  ['a', 1, null],
] as const)('%s with the sign %i leads from 100 to %s', (key, sign, want) => {
  expect(keyWidth(key, 100, sign, limits)).toBe(want);
});

test('no key leads beyond the limits', () => {
  expect(keyWidth('ArrowLeft', 45, 1, limits)).toBe(40);
  expect(keyWidth('ArrowRight', 395, 1, limits)).toBe(400);
});
