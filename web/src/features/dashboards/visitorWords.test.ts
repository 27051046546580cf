import { expect, test } from 'vitest';

import { ApiError } from '../../api/error';
import { visitorWords } from './visitorWords';

const refused = (path: string, message: string) =>
  new ApiError(`${path}: ${message}.`, 400, 'r-1', null, [{ path, code: 'range', message }]);

test('a visitor reads what they can do about a time range', () => {
  expect(visitorWords(refused('endTime', 'must be at most 31 days after startTime'))).toBe(
    'Time range: must be at most 31 days after its start.',
  );
});

test.each(['tile.config.select.0.where', 'filters.0.where', 'choices.0.values'])(
  'a visitor reads nothing of what is wrong at %s',
  (path) => {
    expect(visitorWords(refused(path, 'there is no field secret'))).toMatch(/^This tile can’t be shown\. Ask/);
  },
);

test.each([403, 404, 409, 413, 422])('a refusal with %d is no text of the API', (status) => {
  expect(visitorWords(new ApiError('VisitRange.endTime: x.', status, ''))).toMatch(/^This tile /);
});

test('a server that is away is read again, and says so', () => {
  expect(visitorWords(new ApiError('Busy.', 503, ''))).toBe('Busy. Retrying automatically.');
});
