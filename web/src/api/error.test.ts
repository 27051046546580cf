import { expect, test } from 'vitest';

import { ApiError, canRetry, describe, describeRead, isAway, isSignedOut, requestIdOf } from './error';
import type { Detail } from './stack.gen';

test('a limited request says when to come back', () => {
  const limited = new ApiError('Too many attempts.', 429, 'r-1', 30);
  expect(describe(limited)).toBe('Too many attempts. Try again in 30 seconds.');
});

test('one second is singular', () => {
  expect(describe(new ApiError('Busy.', 429, '', 1))).toBe('Busy. Try again in 1 second.');
});

test('foreign failures keep their message', () => {
  expect(describe(new TypeError('broken'))).toBe('broken');
  expect(describe('text')).toBe('Something went wrong.');
  expect(requestIdOf(new TypeError('broken'))).toBe('');
});

test('only 401 means signed out', () => {
  expect(isSignedOut(new ApiError('', 401, ''))).toBe(true);
  expect(isSignedOut(new ApiError('', 403, ''))).toBe(false);
  expect(isSignedOut(new Error('401'))).toBe(false);
});

/** One refusal for each code of the server, as it words them, and what people read. */
const refusals: Record<string, [path: string, message: string, want: string]> = {
  address: ['url', 'must not be a private address', 'Address: must not be a private address'],
  conflict: [
    'savedQueryLanguage',
    'cannot be null when savedQuery is provided',
    'Language of the default condition: cannot be null when default condition is provided',
  ],
  encoding: ['', 'the request body must be UTF-8', 'The request body must be UTF-8'],
  enum: ['alert.thresholdType', 'must be one of above, below', 'Condition: must be one of above, below'],
  expression: ['tile.config.select.0.valueExpression', 'can’t be computed', 'Value expression: can’t be computed'],
  field: ['series.1.groupBy.0', 'there is no field httpRoute', 'Group by: there is no field httpRoute'],
  forbidden: ['tile.config.sqlTemplate', 'is not allowed here', 'SQL: is not allowed here'],
  format: ['alert.channels.0.webhookId', 'must be 24 digits', 'Webhooks: must be 24 digits'],
  invalid: ['config.orderBy', 'is not valid', 'Order by: is not valid'],
  items: ['position', 'must have exactly 2 items', 'Position: must have exactly 2 items'],
  limit: ['sql', 'must answer at most 10 rows', 'SQL: must answer at most 10 rows'],
  lockout: [
    'ipAccessList',
    'must keep your own address, 2001:db8::7',
    'IP access list: must keep your own address, 2001:db8::7',
  ],
  max_items: ['alert.tags', 'must have at most 50 items', 'Tags: must have at most 50 items'],
  max_length: ['tags.0', 'must be at most 32 characters', 'Tags: must be at most 32 characters'],
  min_items: ['channels', 'must have at least 1 item', 'Webhooks: must have at least 1 item'],
  min_length: ['name', 'must be at least 1 character', 'Name: must be at least 1 character'],
  multiple_of: ['minTotalMemoryGb', 'must be a multiple of 12', 'Min total memory gb: must be a multiple of 12'],
  null: ['tiles.3.config', 'must not be null', 'Tiles: must not be null'],
  place: ['region', 'lies with another provider', 'Region: lies with another provider'],
  range: ['endTime', 'must be at most 31 days after startTime', 'Time range: must be at most 31 days after its start'],
  reference: ['sourceId', 'does not exist', 'Source: does not exist'],
  required: ['savedSearchId', 'is required', 'Saved search: is required'],
  reserved: ['name', 'is reserved', 'Name: is reserved'],
  same_as_email: ['password', 'must not be the e-mail address', 'Password: must not be the e-mail address'],
  shape: ['filters.0', 'must be one facet', 'Filters: must be one facet'],
  sql: ['tile.config.sqlTemplate', 'must be one SELECT', 'SQL: must be one SELECT'],
  syntax: ['filters.0.where', 'col 3: expected a value', 'Condition: expected a value (character 3)'],
  template: ['alert.message', 'is not a valid template', 'Message: is not a valid template'],
  text: ['title', 'must not contain U+0000', 'Title: must not contain U+0000'],
  type: ['tiles.0.w', 'must be a whole number', 'W: must be a whole number'],
  unique: ['tiles.1.id', 'is there already', 'Id: is there already'],
  unknown_field: ['alert.colour', 'is not a known field', 'Colour: is not a known field'],
  wrong: ['currentPassword', 'is wrong', 'Current password: is wrong'],
};

const [codes = ''] = Object.values(
  import.meta.glob<string>('../../../internal/fault/code.go', { query: '?raw', import: 'default', eager: true }),
);

test('each code of the server has its words here', () => {
  const known = [...codes.matchAll(/\{"([a-z_]+)", "/g)].map(([, code]) => code);
  expect(known.length).toBeGreaterThan(0);
  expect(Object.keys(refusals).toSorted()).toEqual(known.toSorted());
});

function refused(details: Detail[]): ApiError {
  const joined = details.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  return new ApiError(`${joined.charAt(0).toUpperCase()}${joined.slice(1)}.`, 400, 'r-1', null, details);
}

test.each(Object.entries(refusals))('a refusal by %s names no place of the API', (code, [path, message, want]) => {
  const detail = { path, code, message };
  const words = describe(refused([detail]));
  expect(words).toBe(`${want}.`);
  expect(words.includes('.0') || (path.includes('.') && words.includes(path))).toBe(false);
  expect(describeRead(refused([detail]))).toBe(words);
  expect(canRetry(refused([detail]))).toBe(false);
});

test('several broken rules are told once each', () => {
  const rule = { code: 'required', message: 'is required' };
  const details = ['alert.channels.0.webhookId', 'alert.channels.1.webhookId', 'alert.groupBy'];
  expect(describe(refused(details.map((path) => ({ ...rule, path }))))).toBe(
    'Webhooks: is required. Group by: is required.',
  );
});

test('a message that stands for itself stays', () => {
  const details = [{ path: 'alert.tileId', code: 'reference', message: 'Tile not found' }];
  expect(describe(new ApiError('Tile not found.', 400, '', null, details))).toBe('Tile not found.');
});

test.each([
  [0, true],
  [400, false],
  [403, false],
  [404, false],
  [409, false],
  [412, false],
  [429, true],
  [500, true],
  [503, true],
])('whether a failure with status %d passes without a click: %s', (status, want) => {
  const failure = new ApiError('It failed.', status, '');
  expect([isAway(failure), canRetry(failure)]).toEqual([want, want]);
  expect(describeRead(failure).endsWith('Retrying automatically.')).toBe(want);
});

test('a mistake of this program is not asked for again and again', () => {
  expect(isAway(new TypeError('broken'))).toBe(false);
});
