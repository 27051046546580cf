import { expect, test } from 'vitest';

import { isPassing, readState, writeState } from './state';

const filter = { field: 'ServiceName', expression: 'ServiceName', values: ['cart'], isExcluding: false };

test('what is written can be read again', () => {
  const state = {
    source: 's1',
    q: 'timeout',
    lang: 'sql' as const,
    filters: [filter],
    cols: ['Body'],
    order: { key: 'Body', isDescending: true },
    isLive: true,
    row: '2026-01-31T14:00:00.123456789Z',
    tab: 'around' as const,
    near: '2026-01-31T14:00:01Z',
  };
  expect(readState(writeState({ from: 'now-1h', to: 'now' }, state))).toEqual(state);
});

test('an address holds only what is not as usual', () => {
  expect(writeState({ from: 'now-1h', to: 'now' }, readState({}))).toEqual({ from: 'now-1h', to: 'now' });
});

test('a broken address is read as far as it goes', () => {
  const state = readState({
    source: 7,
    q: 404,
    filters: [null, { field: 1 }, { ...filter, range: { min: '1 OR *' } }, filter],
    cols: [1, 'Body'],
    live: 'yes',
  });
  expect(state).toMatchObject({ source: '', q: '404', filters: [filter], cols: ['Body'], isLive: false });
});

test('without an open row there is nothing to show of it', () => {
  expect(writeState({}, { ...readState({}), tab: 'trace', near: 'x' })).toEqual({});
});

test.each([
  [{ row: 'a', near: '' }, true],
  [{ tab: 'trace' as const }, true],
  [{ near: '' }, true],
  [{ near: 'b' }, false],
  [{ q: 'timeout', row: '' }, false],
  [{ order: null, row: '' }, false],
  [{ filters: [] }, false],
])('%j leaves no step to go back to: %s', (part, want) => {
  expect(isPassing(part)).toBe(want);
});
