import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { isOnlyErrors, readTraces, scopeOf, toggleErrors, writeTraces } from './state';
import { boxOf, errorWhere, heatWhere, listSpan, listWhere, selected, within } from './where';

const source = { durationPrecision: 9 } as Source;
const span = { start: 1000, end: 2000 };
const asked = (search: Record<string, unknown>) => listWhere(readTraces(search), source);

test('without a condition, traces are their first spans', () => {
  expect(asked({})).toBe('-ParentSpanId:*');
  expect(asked({ lang: 'sql' })).toBe("ParentSpanId IN ('')");
  expect(asked({ spans: 'all' })).toBe('');
});

test('every condition narrows any of their spans; values can’t leave their quotes', () => {
  expect(asked({ service: 'a"b', errors: 'true', minMs: '5', maxMs: 7 })).toBe(
    String.raw`(ServiceName:"a\"b" AND StatusCode:"Error") AND Duration:>=5000000 AND Duration:<=7000000`,
  );
  expect(asked({ q: "SpanName = 'x' OR 1 = 1", lang: 'sql', minMs: 5, spans: 'root' })).toBe(
    "((SpanName = 'x' OR 1 = 1) AND ParentSpanId IN ('')) AND Duration >= 5000000",
  );
  expect(asked({ minMs: 5 })).toBe('Duration:>=5000000');
});

test('the heatmap shows all durations, and which of them are errors', () => {
  const state = readTraces({ q: 'pay', minMs: 5 });
  expect([heatWhere(state), errorWhere(state)]).toEqual(['pay', '(pay) AND StatusCode:"Error"']);
});

test('a box selects times and durations, of the spans that are shown', () => {
  const state = readTraces({});
  const box = { start: 1200, end: 1300, low: 5e6, high: 7.123_456_789e6 };
  const narrowed = { ...state, ...selected(state, source, box) };
  expect(narrowed).toMatchObject({ part: { start: 1200, end: 1300 }, minMs: 5, maxMs: 7.123_46, scope: 'root' });
  expect(listSpan(narrowed, span)).toEqual({ start: 1200, end: 1300 });
  expect(within(narrowed, span)).toBe(narrowed);
  expect(within({ ...narrowed, part: { start: 5000, end: 6000 } }, span).part).toBeNull();
  expect(boxOf(narrowed, source, span)).toMatchObject({ start: 1200, low: 5e6 });
  expect(boxOf(state, source, span)).toBeNull();
});

test('the address holds everything, and short words of links become filters', () => {
  const state = readTraces({
    q: 'a',
    lang: 'sql',
    service: 'cart',
    order: 'fastest',
    cols: ['time'],
    minMs: 2,
    spans: 'root',
    compare: 'true',
    partFrom: '2026-01-01T00:00:00.000Z',
    partTo: '2026-01-01T00:01:00.000Z',
  });
  const written = writeTraces({ from: 'now-1h', to: 'now', service: 'cart' }, state);
  expect(written).toMatchObject({ from: 'now-1h', filters: [{ field: 'ServiceName', values: ['cart'] }] });
  expect(readTraces(written)).toEqual(state);
  expect(writeTraces({}, readTraces({ minMs: 'x', order: 'odd', partFrom: 'no' }))).toEqual({});
});

test('errors are a filter like others', () => {
  const state = readTraces({ errors: true });
  expect([isOnlyErrors(state), scopeOf(state)]).toEqual([true, 'all']);
  expect(toggleErrors(state.filters)).toEqual([]);
});
