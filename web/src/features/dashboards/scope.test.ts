import { expect, test } from 'vitest';

import type { Filter } from '../../api/stack.gen';
import { questionOf, scopeOf, scopeWords, type Scope } from './scope';
import type { TileConfig } from './types';

const filter: Filter = {
  id: 'f',
  type: 'QUERY_EXPRESSION',
  name: 'Service',
  expression: 'ServiceName',
  sourceId: 's',
};
const scope: Scope = {
  span: { start: 1000.5, end: 2000.5 },
  filters: [filter],
  choices: {},
  query: { where: '', whereLanguage: 'lucene' },
};
const chosen: Scope = { ...scope, choices: { f: ['cart', "o'clock"] } };
const config: TileConfig = { displayType: 'line', sourceId: 's', select: [{ aggFn: 'count' }] };

test('a tile is asked about in whole milliseconds', () => {
  expect(questionOf(config, scope)).toEqual({
    tile: { config },
    startTime: 1000,
    endTime: 2001,
    granularity: 'auto',
    filters: [],
    variables: [],
  });
  expect(questionOf(config, scope, '5m').granularity).toBe('5m');
});

test('a tile that shows an earlier time is asked about then, and by nothing else', () => {
  const shifted: TileConfig = { ...config, timeShift: '1w' };
  const span = { start: 604_801_000, end: 604_802_000 };
  expect(questionOf(shifted, { ...scope, span })).toEqual(
    questionOf(config, { ...scope, span: { start: 1000, end: 2000 } }),
  );
  expect(scopeOf(shifted, { ...scope, span }).span).toEqual({ start: 1000, end: 2000 });
  expect(scopeOf(config, scope)).toBe(scope);
});

test('a list or text without an expression narrows nothing, and is a variable', () => {
  const region: Filter = { id: 'r', type: 'LIST', name: 'Region', values: ['eu'], ...variableAlone };
  const user: Filter = { id: 'u', type: 'TEXT', name: 'User', ...variableAlone };
  const asked = questionOf(config, { ...scope, filters: [region, user], choices: { r: ['eu'], u: ['ann'] } });
  expect(asked.filters).toEqual([]);
  expect(asked.variables).toEqual([
    { name: 'Region', values: ['eu'] },
    { name: 'User', values: ['ann'] },
  ]);
});

const variableAlone = { isBroadcastEnabled: false, isVariableEnabled: true };

test('choices and what is typed above the tiles are filters', () => {
  const query = { where: 'error', whereLanguage: 'lucene' } as const;
  expect(questionOf(config, { ...chosen, query }).filters).toEqual([
    { expression: 'ServiceName', values: ['cart', "o'clock"] },
    query,
  ]);
});

test('filters name the sources that they narrow', () => {
  const some = { ...chosen, filters: [{ ...filter, appliesToSourceIds: ['s'] }] };
  expect(questionOf(config, some).filters?.[0]?.appliesToSourceIds).toEqual(['s']);
  const none = { ...chosen, filters: [{ ...filter, isBroadcastEnabled: false }] };
  expect(questionOf(config, none).filters).toEqual([]);
});

test('variables have the name that SQL calls them by', () => {
  const named = { ...filter, name: 'My service', isVariableEnabled: true };
  expect(questionOf(config, { ...chosen, filters: [named] }).variables).toEqual([
    { name: 'My_service', values: ['cart', "o'clock"], expression: 'ServiceName' },
  ]);
  expect(questionOf(config, { ...scope, filters: [{ ...named, variableName: 'svc' }] }).variables).toEqual([
    { name: 'svc', values: [], expression: 'ServiceName' },
  ]);
  const odd = { ...named, name: '2nd host!' };
  expect(questionOf(config, { ...scope, filters: [odd] }).variables?.[0]?.name).toBe('v2nd_host');
});

test('what tiles are narrowed to is said in words', () => {
  expect(scopeWords(scope)).toEqual([]);
  const query = { where: ' level:error ', whereLanguage: 'lucene' } as const;
  expect(scopeWords({ ...chosen, query })).toEqual(["Service: cart, o'clock", 'level:error']);
});
