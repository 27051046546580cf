import { expect, test } from 'vitest';

import { ApiError } from '../../api/error';
import { mistakesOf } from './roleMistakes';

const refused = (...details: [path: string, message: string][]) =>
  new ApiError(
    'Refused.',
    400,
    '',
    null,
    details.map(([path, message]) => ({ path, message, code: 'rule' })),
  );

test('what is wrong stands at its place in the form', () => {
  const error = refused(
    ['name', 'must not be that of another role'],
    ['permissions.1.conditions.where', 'col 4: expected a value'],
    ['permissions.3.conditions.name.$x', 'must be one of $eq, $ne, $in, $nin'],
    ['permissions.2', 'must be an object'],
  );
  expect(mistakesOf(error, ['matrix', 'data', 'others', 'others'])).toEqual({
    name: 'Must not be that of another role.',
    data: 'Expected a value (character 4).',
    others: 'Permission 2, conditions.name.$x: must be one of $eq, $ne, $in, $nin. Permission 1: must be an object.',
  });
});

test('a role without any permission is refused at the matrix', () => {
  expect(mistakesOf(refused(['permissions', 'must have at least 1 item']), [])).toEqual({
    matrix: 'Must have at least 1 item.',
  });
});

test('other failures are about no place', () => {
  expect(mistakesOf(new Error('away'), ['matrix'])).toEqual({});
  expect(mistakesOf(refused(['permissions.9.action', 'is wrong']), ['matrix'])).toEqual({});
});
