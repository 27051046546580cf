import { expect, test } from 'vitest';

import { starsFirst } from './stars';

test('starred ones come first, and all keep their order otherwise', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(starsFirst(items, ['d', 'b', 'gone']).map(({ id }) => id)).toEqual(['b', 'd', 'a', 'c']);
});
