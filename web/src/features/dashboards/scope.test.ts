import { expect, test } from 'vitest';

import { luceneField, luceneText, splitList, sqlText } from './expressions';
import { appliesTo, narrowed, sqlFilters, type Scope } from './scope';

const filter = { id: 'f', type: 'QUERY_EXPRESSION', name: 'Service', expression: 'ServiceName', sourceId: 's' };
const scope: Scope = {
  span: { start: 0, end: 1 },
  filters: [filter],
  choices: {},
  query: { where: '', whereLanguage: 'lucene' },
};
const chosen: Scope = { ...scope, choices: { f: ['cart', "o'clock"] } };

test('lists are split at their own commas alone', () => {
  expect(splitList("a, f(b, c), m['x,y'], `d,e`")).toEqual(['a', 'f(b, c)', "m['x,y']", '`d,e`']);
  expect(splitList(' ')).toEqual([]);
});

test('texts become literals', () => {
  expect(sqlText("a'b\\c")).toBe("'a\\'b\\\\c'");
  expect(luceneText('say "x"')).toBe('"say \\"x\\""');
});

test('only columns and keys are fields of the Lucene-like language', () => {
  expect(luceneField(' ServiceName ')).toBe('ServiceName');
  expect(luceneField("LogAttributes['http.route']")).toBe('LogAttributes.http.route');
  expect(luceneField('lower(ServiceName)')).toBeNull();
});

test('without choices a tile keeps its own condition', () => {
  expect(narrowed({ where: 'timeout', whereLanguage: 'lucene' }, scope, 's')).toEqual({
    where: 'timeout',
    whereLanguage: 'lucene',
  });
  expect(narrowed({ where: '', whereLanguage: 'lucene' }, scope, 's').where).toBe('');
});

test('a choice narrows a tile in the language that the tile has', () => {
  expect(narrowed({ where: '', whereLanguage: 'lucene' }, chosen, 's')).toEqual({
    where: "ServiceName IN ('cart', 'o\\'clock')",
    whereLanguage: 'sql',
  });
  expect(narrowed({ where: 'a OR b', whereLanguage: 'lucene' }, chosen, 's').where).toBe(
    '(a OR b) AND (ServiceName:"cart" OR ServiceName:"o\'clock")',
  );
  expect(narrowed({ where: "Body = 'x'", whereLanguage: 'sql' }, chosen, 's').where).toBe(
    "(Body = 'x') AND (ServiceName IN ('cart', 'o\\'clock'))",
  );
});

test('what is typed above the tiles is added where the languages agree', () => {
  const typed: Scope = { ...scope, query: { where: 'error', whereLanguage: 'lucene' } };
  expect(narrowed({ where: '', whereLanguage: 'sql' }, typed, 's')).toEqual({
    where: 'error',
    whereLanguage: 'lucene',
  });
  expect(narrowed({ where: 'a', whereLanguage: 'lucene' }, typed, 's').where).toBe('(a) AND (error)');
  expect(narrowed({ where: 'a = 1', whereLanguage: 'sql' }, typed, 's').where).toBe('a = 1');
});

test('filters name the sources that they narrow', () => {
  expect(appliesTo(filter, 'any')).toBe(true);
  expect(appliesTo({ ...filter, appliesToSourceIds: ['s'] }, 'other')).toBe(false);
  expect(appliesTo({ ...filter, isBroadcastEnabled: false }, 's')).toBe(false);
});

test('tiles of SQL get the choices as conditions', () => {
  expect(sqlFilters({ ...chosen, query: { where: 'x = 1', whereLanguage: 'sql' } }, 's')).toEqual([
    "ServiceName IN ('cart', 'o\\'clock')",
    'x = 1',
  ]);
});
