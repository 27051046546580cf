import { expect, test } from 'vitest';

import { idFieldsOf, typedWays } from './typed';

const ways = (text: string) => typedWays(text).map(({ to, search, isFirst }) => [to, search.q, isFirst]);

test('a text is searched for in the logs, as it stands', () => {
  expect(ways('timeout')).toEqual([['/search', 'timeout', false]]);
  expect(ways(' payment refused ')).toEqual([['/search', '"payment refused"', false]]);
  expect(ways(String.raw`a\b "c" -d`)).toEqual([['/search', String.raw`"a\\b \"c\" -d"`, false]]);
  expect(ways('  ')).toEqual([]);
});

test('what looks like an id is meant as one', () => {
  expect(ways('7fe9c2d1-aa40')).toEqual([['/search', '"7fe9c2d1-aa40"', true]]);
  expect(ways('req_12345678')).toEqual([['/search', 'req_12345678', true]]);
  expect(ways('dashboards')).toEqual([['/search', 'dashboards', false]]);
});

const field = (name: string) => ({ name, type: 'text' as const, key: true });

test('an id is looked for in the fields that hold ids as well', () => {
  const fields = [field('request.id'), field('rid'), field('http.route'), field('userId'), field('a b id')];
  const idFields = idFieldsOf([...fields, { name: 'TraceId', type: 'text', key: false }]);
  expect(idFields).toEqual(['request.id', 'rid', 'userId']);
  expect(typedWays('req-0-1', idFields)[0]?.search.q).toBe(
    '"req-0-1" OR request.id:"req-0-1" OR rid:"req-0-1" OR userId:"req-0-1"',
  );
  expect(typedWays('timeout', idFields)[0]?.search.q, 'a word is no id').toBe('timeout');
});

test('the id of a trace opens it', () => {
  const id = '4BF92F3577B34DA6A3CE929D0E0E4736';
  expect(ways(id)).toEqual([
    [`/traces/${id.toLowerCase()}`, undefined, true],
    ['/search', id, true],
  ]);
});
