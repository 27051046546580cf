import { expect, test } from 'vitest';

import type { Source } from '../../api/stack.gen';
import { whereOfTraces } from './queries';

const source = { durationPrecision: 9 } as Source;

test('traces begin with spans that have no parent', () => {
  expect(whereOfTraces({ source, service: '', onlyErrors: false, minMs: 0 })).toBe('-ParentSpanId:*');
});

test('every choice narrows them; values can’t leave their quotes', () => {
  expect(whereOfTraces({ source, service: 'a"b', onlyErrors: true, minMs: 5 })).toBe(
    String.raw`-ParentSpanId:* ServiceName:"a\"b" StatusCode:"Error" Duration:>=5000000`,
  );
});
