import { expect, test } from 'vitest';

import { readRecent, remember, type RecentQuery } from './recent';

const lucene = (q: string): RecentQuery => ({ q, lang: 'lucene' });

test('the newest query is the first, and stands there once', () => {
  const kept = ['a', 'b', 'a', '', '  '].map(lucene).reduce(remember, [] as RecentQuery[]);
  expect(kept).toEqual([lucene('a'), lucene('b')]);
  expect(remember(kept, { q: 'a', lang: 'sql' })).toHaveLength(3);
});

test('twenty are kept', () => {
  const all = Array.from({ length: 30 }, (_, at) => lucene(`q${at}`)).reduce(remember, [] as RecentQuery[]);
  expect(all).toHaveLength(20);
  expect(all[0]).toEqual(lucene('q29'));
});

test.each([undefined, 'nonsense', '{}', '[1, {"q": 2}, null]'])('%j is no list of queries', (kept) => {
  expect(readRecent(kept)).toEqual([]);
});
