import { expect, test } from 'vitest';

import { expressionsOf, seriesWords } from './words';

test('series are called by what they do', () => {
  expect(seriesWords({ aggFn: 'count' })).toBe('Count');
  expect(seriesWords({ aggFn: 'quantile', level: 0.999, valueExpression: 'Duration', where: 'a:1' })).toBe(
    'p99.9 of Duration where a:1',
  );
  expect(seriesWords({ aggFn: 'avg', valueExpression: 'Value', metricName: 'load' })).toBe('Average of load');
});

test.each([
  ['', []],
  ['ServiceName', ['ServiceName']],
  ['a, b ,c', ['a', 'b', 'c']],
  ["if(a, b, c), LogAttributes['x, y']", ['if(a, b, c)', "LogAttributes['x, y']"]],
  [String.raw`'it\'s, fine', b`, [String.raw`'it\'s, fine'`, 'b']],
])('the expressions of %s', (list, want) => {
  expect(expressionsOf(list)).toEqual(want);
});
