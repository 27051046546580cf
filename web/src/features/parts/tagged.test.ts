import { expect, test } from 'vitest';

import { matching, tagsOf, tidyTags } from './tagged';

const list = [{ name: 'Shop', tags: ['prod', 'web'] }, { name: 'Queue', tags: ['prod'] }, { name: 'Bare' }];

test('things are found by name, by tag, and by both', () => {
  expect(matching(list, { text: 'sho', tag: '' }).map(({ name }) => name)).toEqual(['Shop']);
  expect(matching(list, { text: 'WEB', tag: '' }).map(({ name }) => name)).toEqual(['Shop']);
  expect(matching(list, { text: 'queue', tag: 'web' })).toEqual([]);
  expect(matching(list, { text: '', tag: 'prod' })).toHaveLength(2);
  expect(tagsOf(list)).toEqual(['prod', 'web']);
});

test('tags with numbers stand in the order of the numbers', () => {
  expect(tagsOf([{ name: 'Many', tags: ['t10', 't2', 't1', 't11'] }])).toEqual(['t1', 't2', 't10', 't11']);
});

test('typed tags are trimmed, and blank and repeated ones are dropped', () => {
  expect(tidyTags([' shop', 'shop ', '', ' \t', '\u00a0', 'two words'])).toEqual(['shop', 'two words']);
});
