import { expect, test } from 'vitest';

import { patternGroup, patternsOf } from './patterns';

test('the events of a pattern are those with that pattern', () => {
  const group = patternGroup({ message: "LogAttributes['a.b']" }, 'order <n>');
  expect(group).toEqual([{ expression: "messagePattern(LogAttributes['a.b'])", value: 'order <n>' }]);
  expect(patternGroup({}, 'order <n>')).toBeNull();
});

test('counts are exact where all events were read', () => {
  const rows = [
    ['order <n>', 3, 'order 1'],
    ['paid', 1, 'paid'],
  ];
  expect(patternsOf({ rows, eventsTotal: 4 })).toEqual([
    [
      { text: 'order <n>', count: '3', sample: 'order 1' },
      { text: 'paid', count: '1', sample: 'paid' },
    ],
    'Counted in 4 events',
  ]);
  expect(patternsOf({ rows: [], eventsTotal: 0 })).toEqual([[], 'Counted in 0 events']);
});

test('counts are scaled to all events where only some were read', () => {
  const rows = [
    ['order <n>', 1500, 'order 1'],
    ['paid', 500, 'paid'],
  ];
  const [patterns, words] = patternsOf({ rows, eventsTotal: 1_200_000 });
  expect(patterns.map(({ count }) => count)).toEqual(['≈ 900 k', '≈ 300 k']);
  expect(words).toBe('Estimated from 2,000 events of 1.2 M');
});
