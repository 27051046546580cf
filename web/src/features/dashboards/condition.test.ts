import { expect, test } from 'vitest';

import { ApiError } from '../../api/error';
import { mistakeIn } from './condition';

test('a mistake is shown without its place in the request', () => {
  expect(mistakeIn(new ApiError('Filters.0.where: col 3: expected a value after ":".', 400, 'id'))).toBe(
    'Expected a value after ":" (character 3).',
  );
  expect(mistakeIn(new ApiError('Filters.2.where: must be at most 8192 bytes.', 400, 'id'))).toBe(
    'Must be at most 8192 bytes.',
  );
});

test('what is about the tile or the server is no mistake in the condition', () => {
  expect(mistakeIn(new ApiError('Tile.config.select.0.where: col 3: no such field.', 400, 'id'))).toBeNull();
  expect(mistakeIn(new ApiError('The engine is restarting.', 503, 'id'))).toBeNull();
  expect(mistakeIn(new Error('filters.0.where: x'))).toBeNull();
});
