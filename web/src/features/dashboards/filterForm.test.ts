import { expect, test } from 'vitest';

import type { Filter } from '../../api/stack.gen';
import { isFilterReady, retypedFilter, valuesIn, valuesMistake, withExpression } from './filterForm';

const source: Filter = {
  id: 'f',
  type: 'QUERY_EXPRESSION',
  name: 'Region',
  expression: 'Region',
  sourceId: 's',
  where: 'a:b',
  appliesToSourceIds: ['s'],
};

test('a list and a text are variables, and have nothing of a source', () => {
  const list = retypedFilter(source, 'LIST', 's');
  expect(list).toEqual({
    id: 'f',
    type: 'LIST',
    name: 'Region',
    values: [],
    isBroadcastEnabled: false,
    isVariableEnabled: true,
  });
  expect(retypedFilter(list, 'TEXT', 's')).not.toHaveProperty('values');
  expect(retypedFilter(list, 'QUERY_EXPRESSION', 't')).toEqual({
    id: 'f',
    type: 'QUERY_EXPRESSION',
    name: 'Region',
    expression: 'ServiceName',
    sourceId: 't',
  });
});

test('a list narrows tiles only by an expression', () => {
  const list = retypedFilter(source, 'LIST', 's');
  const narrowing = { ...withExpression(list, 'Region'), isBroadcastEnabled: true, appliesToSourceIds: ['s'] };
  expect(narrowing.expression).toBe('Region');
  expect(withExpression(narrowing, ' ')).toEqual(list);
  expect(withExpression(source, '')).toEqual({ ...source, expression: '' });
});

test('values are typed one a line', () => {
  expect(valuesIn(' us\neu, west\n\nus\n')).toEqual(['us', 'eu, west']);
});

test('a filter is ready with a name and with what its type needs', () => {
  const list = retypedFilter(source, 'LIST', 's');
  expect(isFilterReady(source)).toBe(true);
  expect(isFilterReady({ ...source, expression: ' ' })).toBe(false);
  expect(isFilterReady(list)).toBe(false);
  expect(isFilterReady({ ...list, values: ['eu'] })).toBe(true);
  expect(isFilterReady({ ...list, values: ['x'.repeat(257)] })).toBe(false);
  expect(isFilterReady(retypedFilter(source, 'TEXT', 's'))).toBe(true);
  expect(isFilterReady({ ...source, name: '' })).toBe(false);
  expect(valuesMistake(Array.from({ length: 101 }, String))).toBe('A list has at most 100 values.');
});
