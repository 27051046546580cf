import { expect, test } from 'vitest';

import { isFiring } from './useFavicon';

test('only an alert that fires and is not silenced wants attention', () => {
  expect(
    isFiring([
      { state: 'pending', silenced: false },
      { state: 'firing', silenced: true },
    ]),
  ).toBe(false);
  expect(
    isFiring([
      { state: 'inactive', silenced: false },
      { state: 'firing', silenced: false },
    ]),
  ).toBe(true);
  expect(isFiring([])).toBe(false);
});
