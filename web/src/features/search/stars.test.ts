import { expect, test } from 'vitest';

import { starsFirst, toggled } from './stars';

test('starred ones come first, and all keep their order otherwise', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(starsFirst(items, ['d', 'b', 'gone']).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
});

test('a star is put on and taken off', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
});
