import { expect, test } from 'vitest';

import { choicesFor, choicesIn, conditionIn, versionIn } from './address';

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
  const board = { savedQuery: 'error', savedQueryLanguage: 'lucene' as const };
  expect(conditionIn({}, board).where).toBe('error');
  expect(conditionIn({ q: '' }, board).where).toBe('');
  expect(conditionIn({ q: 500 }, { savedQuery: null, savedQueryLanguage: null }).where).toBe('500');
});

test('a condition that is changed stays in the language of the saved one', () => {
  const board = { savedQuery: "SeverityText = 'error'", savedQueryLanguage: 'sql' as const };
  expect(conditionIn({}, board).whereLanguage).toBe('sql');
  expect(conditionIn({ q: "SeverityText = 'warn'" }, board).whereLanguage).toBe('sql');
  expect(conditionIn({ q: 'warn' }, { savedQuery: null, savedQueryLanguage: null }).whereLanguage).toBe('lucene');
});

test('an address names a version by its number', () => {
  expect(versionIn({ version: '12' })).toBe(12);
  expect([{}, { version: '0' }, { version: '1.5' }, { version: 'x' }, { version: ['a'] }].map(versionIn)).toEqual(
    Array.from({ length: 5 }),
  );
});
