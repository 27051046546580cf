import { describe, expect, test } from 'vitest';

import { mistakesIn } from './language';
import { bareTexts, placesOf, samplesOf, variablesIn } from './template';

const right = [
  'rate(http_requests_total[$__rate_interval])',
  'rate(http_requests_total[${__rate_interval}:$__interval])',
  'sum by (job) (increase(x_total{job=~"$job"}[$__range])) / $__range_s',
  'topk($count, $metric{a="b"} offset $shift)',
  '$metric + on (job) $other > ${limit:raw}',
  'x @ $at',
  '# $name is a comment\nup',
  "up{a='$b', c=`$d`}",
];

describe.each(right)('in %s', (text) => {
  test('variables are no mistakes, and no place moves', () => {
    expect(mistakesIn(text)).toEqual([]);
    for (const sample of samplesOf(text)) {
      expect(sample).toHaveLength(text.length);
      expect(placesOf(sample)).toEqual([]);
    }
  });

  test('variables come back where they were', () => {
    const ways = bareTexts(text);
    expect(ways).not.toEqual([]);
    for (const bare of ways) {
      expect(placesOf(bare.text)).toEqual([]);
      expect(bare.restore(bare.text)).toBe(text);
    }
  });
});

test.each([
  ['sum by (job (rate($metric[5m]))', 8],
  ['rate($metric)', 5],
  ['rate(x[$__rate_interval]) +', 27],
])('a mistake beside variables is found in %s', (text, from) => {
  const [first] = mistakesIn(text);
  expect(first?.from).toBeGreaterThanOrEqual(from - 8);
  expect(first?.to).toBeLessThanOrEqual(text.length);
});

test('more variables than formatting can tell apart are left alone', () => {
  expect(bareTexts(Array.from({ length: 91 }, (_, at) => `$v${at}`).join(' + '))).toEqual([]);
  expect(bareTexts('$a + 77700100.25')).toHaveLength(1);
});

test('variables of the dashboard are those that PromQL does not have of its own', () => {
  expect(variablesIn('rate($metric{job="$job", a="${b:regex}", c="$1"}[$__rate_interval])')).toEqual([
    'metric',
    'job',
    'b',
  ]);
});
