import { expect, test } from 'vitest';

import { ApiError } from '../../api/error';
import { configMistake, mistakeOf } from './mistake';

const refused = (message: string) => new ApiError(message, 400, 'id');

test('a mistake in a tile is shown at its field', () => {
  expect(configMistake(refused('Tile.config.select.0.where: col 3: expected a value after ":".'))).toEqual({
    path: 'select.0.where',
    message: 'Expected a value after ":" (character 3).',
  });
});

test('of several mistakes the first is shown', () => {
  const error = refused('tile.config.groupBy: is not known; tile.config.select.1.where: is too long');
  expect(configMistake(error)).toEqual({ path: 'groupBy', message: 'Is not known.' });
});

test('what is not about a field is no mistake', () => {
  expect(configMistake(refused('Filters.0.where: is too long.'))).toBeNull();
  expect(mistakeOf(refused('The range is too long.'))).toBeNull();
  expect(mistakeOf(new ApiError('tile.config.x: y', 503, 'id'))).toBeNull();
});
