import { expect, test } from 'vitest';

import { luceneName, markOf, rangeOf, toggle, whereOf, withRange, type Filter } from './where';

const cart: Filter = { field: 'ServiceName', expression: 'ServiceName', values: ['cart'], isExcluding: false };
const noDebug: Filter = {
  field: 'SeverityText',
  expression: 'SeverityText',
  values: ['debug', 'trace'],
  isExcluding: true,
};

test('typed text alone stays as it is', () => {
  expect(whereOf('a OR b', 'lucene', [])).toBe('a OR b');
  expect(whereOf('  ', 'lucene', [])).toBe('');
});

test('clicked filters follow the typed text', () => {
  expect(whereOf('a OR b', 'lucene', [cart, noDebug])).toBe(
    '(a OR b) AND ServiceName:"cart" AND NOT (SeverityText:"debug" OR SeverityText:"trace")',
  );
  expect(whereOf('', 'sql', [cart, noDebug])).toBe(
    "ServiceName IN ('cart') AND SeverityText NOT IN ('debug', 'trace')",
  );
});

test('an empty value is the absence of the field', () => {
  expect(whereOf('', 'lucene', [{ ...cart, values: [''] }])).toBe('-ServiceName:*');
  expect(whereOf('', 'lucene', [{ ...cart, values: [''], isExcluding: true }])).toBe('NOT (-ServiceName:*)');
});

test('values can’t leave their quotes', () => {
  expect(whereOf('', 'lucene', [{ ...cart, values: ['" OR *:*'] }])).toBe(String.raw`ServiceName:"\" OR *:*"`);
  expect(whereOf('', 'sql', [{ ...cart, values: [String.raw`\' OR 1 = 1`] }])).toBe(
    String.raw`ServiceName IN ('\\\' OR 1 = 1')`,
  );
});

test('control characters are written escaped', () => {
  const values = ['\u001B[31m\n', String.raw`\x1b`, '\u0085'];
  expect(whereOf('', 'lucene', [{ ...cart, values }])).toBe(
    String.raw`(ServiceName:"\x1b[31m\x0a" OR ServiceName:"\\x1b" OR ServiceName:"\u0085")`,
  );
  expect(whereOf('', 'sql', [{ ...cart, values }])).toBe(
    String.raw`ServiceName IN ('\x1b[31m\x0a', '\\x1b', '\u0085')`,
  );
});

test('names can’t leave their place', () => {
  expect(luceneName('LogAttributes.a b:c')).toBe(String.raw`LogAttributes.a\ b\:c`);
});

test('a click puts a value in, a second one takes it out', () => {
  const chosen = { field: 'ServiceName', expression: 'ServiceName', isExcluding: false };
  const once = toggle([], chosen, 'cart');
  expect(markOf(once, 'ServiceName', 'cart')).toBe('in');
  expect(toggle(once, chosen, 'cart')).toEqual([]);
});

test('excluding a value that was asked for turns it around', () => {
  const chosen = { field: 'ServiceName', expression: 'ServiceName', isExcluding: true };
  expect(toggle([cart], chosen, 'cart')).toEqual([{ ...chosen, values: ['cart'] }]);
});

const duration = { field: 'Duration', expression: 'Duration' };

test.each([
  [{ min: 5 }, 'Duration:[5 TO *]', 'Duration >= 5'],
  [{ max: 0.5 }, 'Duration:[* TO 0.5]', 'Duration <= 0.5'],
  [{ min: -1, max: 9 }, 'Duration:[-1 TO 9]', 'Duration >= -1 AND Duration <= 9'],
])('the range %j narrows in both languages', (range, lucene, sql) => {
  const filters = withRange([cart], duration, range);
  expect(whereOf('', 'lucene', filters)).toBe(`ServiceName:"cart" AND ${lucene}`);
  expect(whereOf('', 'sql', filters)).toBe(`ServiceName IN ('cart') AND ${sql}`);
  expect(rangeOf(filters, 'Duration')).toEqual(range);
});

test('a range takes the place of the one before, and one without ends goes', () => {
  const once = withRange([], duration, { min: 5 });
  expect(withRange(once, duration, { max: 7 })).toHaveLength(1);
  expect(withRange(once, duration, {})).toEqual([]);
});

test('values of the same field leave its range alone', () => {
  const both = toggle(withRange([], duration, { min: 5 }), { ...duration, isExcluding: false }, '7');
  expect(whereOf('', 'lucene', both)).toBe('Duration:[5 TO *] AND Duration:"7"');
});
