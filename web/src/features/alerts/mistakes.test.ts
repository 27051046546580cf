import { expect, test } from 'vitest';

import { ApiError } from '../../api/error';
import { mistakeAt } from './mistakes';

test.each(['alert.name', 'name'])(
  'what is wrong at %s is told at the field, whether the alert is saved or tried',
  (path) => {
    const detail = { path, code: 'template', message: 'is not a valid template: col 3' };
    const error = new ApiError(`${path}: ${detail.message}.`, 400, '', null, [detail]);
    expect(mistakeAt('name', error)).toBe('This is not a valid template: col 3.');
    expect(mistakeAt('message', error)).toBeNull();
  },
);

test('what is about no field is told at none', () => {
  expect(mistakeAt('name', new ApiError('The engine is away.', 503, ''))).toBeNull();
  expect(mistakeAt('name', null)).toBeNull();
});
