import { expect, test } from 'vitest';

import type { Source } from '../api/stack.gen';
import { exactText, fieldFormat, quantityText } from './fieldFormat';

const spans = { kind: 'trace', durationExpression: 'Duration', durationPrecision: 9 } as Source;

test.each([
  ['Duration', 48_213_000, '48.2 ms'],
  ["LogAttributes['duration_ms']", '1240', '1.24 s'],
  ["SpanAttributes['http.response.body.size']", '2048', '2 KiB'],
  ["SpanAttributes['messaging.message.payload_size_bytes']", '10', '10 B'],
  ["LogAttributes['cpu_percent']", '12.5', '12.5 %'],
  ["LogAttributes['retry_after_seconds']", '90', '1 min 30 s'],
])('%s of %j is %s', (expression, value, want) => {
  expect(quantityText(value, fieldFormat(expression, spans))).toBe(want);
});

test.each([
  ["LogAttributes['http.response.status_code']", '502'],
  ["LogAttributes['items']", '3'],
  ['SeverityNumber', 17],
  // Only a number has a unit.
  ["LogAttributes['namespace_ns']", 'shop'],
  ["LogAttributes['took_ms']", ''],
])('%s of %j stays as it is', (expression, value) => {
  expect(quantityText(value, fieldFormat(expression, spans))).toBeNull();
});

test('values next to each other stay different', () => {
  const format = fieldFormat("LogAttributes['took_ms']", spans);
  expect([exactText('1240', format), exactText('1241', format)]).toEqual(['1.24 s', '1.241 s']);
  expect(exactText('soon', format)).toBe('soon');
});
