import { expect, test } from 'vitest';

import { filterIn } from './useAlertFilter';

test('an address narrows the list, and what it does not know is passed over', () => {
  expect(filterIn({ state: 'firing', q: 'pay', tag: 'shop' })).toEqual({ state: 'firing', text: 'pay', tag: 'shop' });
  expect(filterIn({ state: 'gone', q: 5, tag: ['a'] })).toEqual({ state: null, text: '5', tag: '' });
});
