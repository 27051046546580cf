import { expect, test } from 'vitest';

import { ApiError, describe, isSignedOut, requestIdOf } from './error';

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
