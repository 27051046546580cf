import { expect, test } from 'vitest';

import { matching, tagsOf } from './tagged';

const list = [{ name: 'Shop', tags: ['prod', 'web'] }, { name: 'Queue', tags: ['prod'] }, { name: 'Bare' }];

test('things are found by name, by tag, and by both', () => {
  expect(matching(list, { text: 'sho', tag: '' }).map(({ name }) => name)).toEqual(['Shop']);
  expect(matching(list, { text: 'WEB', tag: '' }).map(({ name }) => name)).toEqual(['Shop']);
  expect(matching(list, { text: 'queue', tag: 'web' })).toEqual([]);
  expect(matching(list, { text: '', tag: 'prod' })).toHaveLength(2);
  expect(tagsOf(list)).toEqual(['prod', 'web']);
});
