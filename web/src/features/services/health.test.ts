import { expect, test } from 'vitest';

import type { ChartAnswer } from '../../api/telemetry';
import { healthOf } from './health';

function answer(points: [bucket: number, name: string, ...numbers: number[]][]): ChartAnswer {
  return {
    data: points.map(([bucket, name, ...numbers]) => ({
      ts_bucket: bucket,
      group: [name],
      ...Object.fromEntries(numbers.map((value, at) => [`series_${at}.data`, value])),
    })),
    meta: { rowsRead: 0, bytesRead: 0, elapsedMs: 0, truncated: false, nonFinite: 0, stepSeconds: 1, scans: [] },
  };
}

test('rates are per second, errors a share of the requests', () => {
  const [cart] = healthOf(answer([[0, 'cart', 20, 5, 1, 2, 3]]), { start: 0, end: 10_000 });
  expect(cart).toEqual({ name: 'cart', requests: 20, perSecond: 2, errorShare: 0.25, p50: 1, p95: 2, p99: 3 });
});

test('a range over two buckets counts both and takes the latencies of the fuller', () => {
  const [cart] = healthOf(
    answer([
      [0, 'cart', 1, 0, 9, 9, 9],
      [1, 'cart', 3, 1, 1, 2, 3],
    ]),
    { start: 0, end: 1000 },
  );
  expect(cart).toMatchObject({ requests: 4, errorShare: 0.25, p95: 2 });
});

test('a group without requests is left out', () => {
  expect(healthOf(answer([[0, 'cron']]), { start: 0, end: 1000 })).toEqual([]);
});
