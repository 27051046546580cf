import { expect, test } from 'vitest';

import { choicesFor, choicesIn, queryIn } from './address';

test('choices are read from an address as far as they are lists', () => {
  expect(choicesIn({ filters: { a: ['x', 1], b: 'y' } })).toEqual({ a: ['x', '1'], b: [] });
  expect(choicesIn({ filters: 'nonsense' })).toEqual({});
  expect(choicesIn({})).toEqual({});
});

test('choices that choose nothing don’t go into an address', () => {
  expect(choicesFor({ a: ['x'], b: [] })).toEqual({ a: ['x'] });
  expect(choicesFor({ b: [] })).toBeUndefined();
});

test('an address may clear the saved condition', () => {
  expect(queryIn({}, 'error')).toBe('error');
  expect(queryIn({ q: '' }, 'error')).toBe('');
  expect(queryIn({ q: 500 }, null)).toBe('500');
});
