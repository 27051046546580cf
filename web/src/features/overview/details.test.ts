import { expect, test } from 'vitest';

import { databaseDetail, engineDetail } from './details';

test('the engine names version and place', () => {
  expect(engineDetail({ ready: true, version: '26.7.2.1', mode: 'embedded' })).toBe('ClickHouse 26.7.2.1, embedded');
});

test('an engine that has not answered yet has no version', () => {
  expect(engineDetail({ ready: false, version: '', mode: '' })).toBe('ClickHouse');
});

test.each([
  ['sqlite', 'SQLite'],
  ['postgres', 'PostgreSQL'],
  ['other', 'other'],
])('database %s is %s', (kind, want) => {
  expect(databaseDetail({ ready: true, kind })).toBe(want);
});
