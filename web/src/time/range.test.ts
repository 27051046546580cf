import { expect, test } from 'vitest';

import {
  absoluteRange,
  defaultRange,
  previousSpan,
  rangeOf,
  readInstant,
  resolveRange,
  timesOf,
  wordsOf,
  yearMax,
  yearMin,
} from './range';

const now = 1_794_720_000_000;

test.each([
  ['now', now],
  ['now-15m', now - 900_000],
  ['now-2d', now - 172_800_000],
  ['1794720000000', now],
  ['2026-11-15T05:20:00Z', now],
  ['2026-11-15T05:20:00.118Z', now + 118],
  ['2026-11-15T05:20:00', null],
  ['2026-13-15T05:20:00Z', null],
  ['1794720000', null],
  ['now+1h', null],
  ['yesterday', null],
  ['1970-01-01T00:00:00Z', 0],
  ['1969-12-31T23:59:59Z', null],
  ['2105-12-31T23:59:59.999Z', Date.UTC(2106, 0) - 1],
  ['2106-01-01T00:00:00Z', null],
  ['now-999999w', null],
  ['9999999999999', null],
  ['', null],
])('readInstant(%j) is %j', (text, want) => {
  expect(readInstant(text, now)).toBe(want);
});

test('a range that ends before it begins becomes the default', () => {
  expect(resolveRange({ from: 'now', to: 'now-1h' }, now)).toEqual({ start: now - 3_600_000, end: now });
});

test('a range between instants is written for people', () => {
  const range = absoluteRange(now + 0.5, now + 1000.5);
  expect(range).toEqual({ from: '2026-11-15T05:20:00Z', to: '2026-11-15T05:20:01.001Z' });
  expect(resolveRange(range, 0)).toEqual({ start: now, end: now + 1001 });
});

test('an address may hold numbers or nonsense', () => {
  expect(rangeOf({ from: 1_794_720_000_000, to: '1794720001000' })).toEqual({
    from: '1794720000000',
    to: '1794720001000',
  });
  expect(rangeOf({ from: ['x'], to: {} })).toBe(defaultRange);
});

test.each([
  [{ from: 'now-15m', to: 'now' }, 'Last 15 minutes'],
  [{ from: 'now-1h', to: 'now' }, 'Last hour'],
  [{ from: '1794720000000', to: 'now' }, null],
])('wordsOf(%j) is %j', (range, want) => {
  expect(wordsOf(range)).toBe(want);
});

test('the previous span ends where the span begins', () => {
  expect(previousSpan({ start: 100, end: 150 })).toEqual({ start: 50, end: 100 });
});

test('a range has all of its last millisecond', () => {
  expect(timesOf({ start: 1_800_000_000_000, end: 1_800_000_059_999 })).toEqual({
    startTime: '2027-01-15T08:00:00.000Z',
    endTime: '2027-01-15T08:00:59.999999999Z',
  });
});

const [queries = ''] = Object.values(
  import.meta.glob<string>('../../../internal/query/query.go', { query: '?raw', import: 'default', eager: true }),
);

test('the years are those of the server', () => {
  const years = ['yearMin', 'yearMax'].map((name) => Number(new RegExp(`\\b${name} = (\\d+)`).exec(queries)?.[1]));
  expect([yearMin, yearMax]).toEqual(years);
});
