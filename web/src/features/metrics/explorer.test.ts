import { expect, test } from 'vitest';

import type { MetricData } from '../../api/prom.gen';
import { aboutSeries, drawingOf, found, seriesName, stepOf } from './explorer';

test.each([
  ['up', 'gauge', 'up'],
  ['disk.free', 'gauge', '{"disk.free"}'],
  ['a"b\\\n', 'unknown', '{"a\\"b\\\\\\n"}'],
  ['requests_total', 'counter', 'sum(rate(requests_total[300s]))'],
  ['latency_bucket', 'counter', 'histogram_quantile(0.95, sum by (le) (rate(latency_bucket[300s])))'],
  [
    'latency',
    'histogram',
    'histogram_quantile(0.95, sum by (le) (rate(latency_bucket[300s]))) or histogram_quantile(0.95, sum(rate(latency[300s])))',
  ],
  ['rpc', 'summary', 'max by (quantile) (rpc)'],
])('a chart of %s, a %s', (name, type, expr) => {
  expect(drawingOf({ name, type }, 30).expr).toBe(expr);
});

test('rates look further back where points are far apart', () => {
  expect(drawingOf({ name: 'x_total', type: 'counter' }, 720).expr).toBe('sum(rate(x_total[2880s]))');
});

test.each([
  [60_000, 15],
  [3_600_000, 30],
  [86_400_000, 720],
])('a range of %i ms has a point every %i s', (length, want) => {
  expect(stepOf({ start: 0, end: length })).toBe(want);
});

const metrics = [
  { name: 'http_server_duration_seconds', original: 'http.server.duration', help: 'How long it takes.' },
  { name: 'up', help: '' },
] as MetricData[];

test.each([
  ['', 2],
  ['  ', 2],
  ['HTTP.server', 1],
  ['duration_sec', 1],
  ['long http', 1],
  ['up', 1],
  ['up http', 0],
  ['[', 0],
])('%j finds %i metrics', (text, count) => {
  expect(found(metrics, text)).toHaveLength(count);
});

test.each([
  [{ type: 'gauge', unit: '{item}', series: 10 }, 'gauge · {item} · 10 series'],
  [{ type: 'counter', unit: '', series: 1 }, 'counter · 1 series'],
])('%o is told in words', (metric, words) => {
  expect(aboutSeries(metric)).toBe(words);
});

test('a series is named by its labels', () => {
  expect(seriesName({ __name__: 'up', job: 'api', instance: '1' })).toBe('job=api instance=1');
});
