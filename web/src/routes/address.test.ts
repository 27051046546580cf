import { expect, test } from 'vitest';

import { keepRange, parseAddress, writeAddress } from './address';

test.each([
  [{}, ''],
  [{ from: 'now-1h', to: 'now' }, '?from=now-1h&to=now'],
  [{ from: '2026-11-16T21:03:22.118Z' }, '?from=2026-11-16T21:03:22.118Z'],
  [{ from: '1794720000000' }, '?from=1794720000000'],
  [{ q: 'service:cart 500' }, '?q=service:cart+500'],
  [{ q: '404' }, '?q=404'],
  [{ q: 'true' }, '?q=true'],
  [{ gone: undefined }, ''],
])('%j is written as %j and read again', (parts, want) => {
  expect(writeAddress(parts)).toBe(want);
  expect(parseAddress(want)).toEqual(JSON.parse(JSON.stringify(parts)));
});

test.each([
  { cols: ['Body', "LogAttributes['a b']"] },
  { filters: [{ field: 'a', values: ['', '"'] }] },
  { q: '"a phrase"' },
  { q: '""' },
  { q: '"\\"quoted\\""' },
  { q: '{"event":1}' },
  { q: '[1' },
  { q: 'a&b=c%d+e#f' },
])('%j is read as it was written', (parts) => {
  expect(parseAddress(writeAddress(parts))).toEqual(parts);
});

test.each([
  ['?q=%22AND+OR+NOT%22', '"AND OR NOT"'],
  ['?q=%22a%22+b', '"a" b'],
  ['?q=%22%5C%22a+phrase%5C%22%22', '"a phrase"'],
])('%s, as somebody wrote it into a page or an older link has it, asks %s', (search, q) => {
  expect(parseAddress(search)).toEqual({ q });
});

test('links that were made before are still read', () => {
  expect(parseAddress('?from=%221794720000000%22&live=1')).toEqual({ from: '1794720000000', live: '1' });
});

const kept = (search: Record<string, unknown>, parts: Record<string, unknown>) =>
  keepRange({ search, next: () => parts });

test('the range goes along, unless there is another one', () => {
  const range = { from: 'now-5m', to: 'now' };
  expect(kept({ ...range, q: 'x' }, { span: 'a' })).toEqual({ ...range, span: 'a' });
  expect(kept(range, { from: 'now-1d', to: 'now' })).toEqual({ from: 'now-1d', to: 'now' });
  expect(kept({ from: '/search' }, { span: 'a' })).toEqual({ span: 'a' });
});
