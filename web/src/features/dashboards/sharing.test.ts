import { expect, test } from 'vitest';

import { sharedBoard, sharedReader, stateOf } from './sharing';

test('a link is active until it is revoked or its time is over', () => {
  const now = Date.parse('2026-11-17T12:00:00Z');
  const link = { revokedAt: null, expireAt: '2026-11-17T12:00:01Z' };
  expect(stateOf(link, now)).toBe('Active');
  expect(stateOf(link, now + 1000)).toBe('Expired');
  expect(stateOf({ ...link, revokedAt: '2026-11-17T11:00:00Z' }, now)).toBe('Revoked');
});

test('tiles that look alike to visitors are read apart, and anew when something else is chosen', () => {
  const keys = [sharedReader('t', 'a', {}), sharedReader('t', 'b', {}), sharedReader('t', 'a', { f: ['x'] })];
  expect(new Set(keys.map(({ key }) => key)).size).toBe(3);
});

test('the filters of a shared dashboard have what it takes to choose of them, and to name what is chosen', () => {
  const { filters } = sharedBoard({
    name: 'n',
    tiles: [],
    containers: [],
    expireAt: '',
    filters: [
      { id: 'f', name: 'Service', type: 'QUERY_EXPRESSION' },
      { id: 'r', name: 'Region', type: 'LIST', values: ['eu', 'us'], variableName: 'Region' },
    ],
  });
  expect(filters).toEqual([
    { id: 'f', name: 'Service', type: 'QUERY_EXPRESSION' },
    { id: 'r', name: 'Region', type: 'LIST', values: ['eu', 'us'], variableName: 'Region', isVariableEnabled: true },
  ]);
});
