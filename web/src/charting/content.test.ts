import { expect, test } from 'vitest';

import type { ChartAnswer } from '../api/telemetry';
import { contentOf, withPrevious } from './content';

const minute = 60_000;
const span = { start: 10 * minute, end: 12 * minute };

function answer(points: [number, string[], number][]): ChartAnswer {
  return {
    data: points.map(([at, group, value]) => ({ ts_bucket: at * minute, group, 'series_0.data': value })),
    meta: { rowsRead: 0, bytesRead: 0, elapsedMs: 0, truncated: false, nonFinite: 0, stepSeconds: 60, scans: [] },
  };
}

const reading = { names: ['Count'], span, gap: null, scheme: 'light' } as const;

test('every bucket of the span has a place, empty ones are gaps', () => {
  const content = contentOf(
    answer([
      [10, [], 1],
      [12, [], 3],
    ]),
    { ...reading, names: ['Count'] },
  );
  expect(content.times).toEqual([10 * minute, 11 * minute, 12 * minute]);
  expect(content.series[0]).toMatchObject({ name: 'Count', values: [1, null, 3] });
});

test('gaps may be zero', () => {
  const content = contentOf(answer([[10, [], 1]]), { ...reading, names: ['Count'], gap: 0 });
  expect(content.series[0]?.values).toEqual([1, 0, 0]);
});

test('groups become series, the largest first', () => {
  const content = contentOf(
    answer([
      [10, ['cart'], 1],
      [10, [''], 5],
    ]),
    { ...reading, names: ['Count'] },
  );
  expect(content.series.map(({ name }) => name)).toEqual(['(empty)', 'cart']);
});

test('severities have their own colours', () => {
  const content = contentOf(answer([[10, ['error'], 1]]), { ...reading, names: ['Count'] });
  expect(content.series[0]?.color).toBe('#b91c1c');
});

test('the period before lies under the current one', () => {
  const now = contentOf(answer([[10, [], 1]]), { ...reading, names: ['Count'] });
  const before = contentOf(answer([[7, [], 9]]), {
    ...reading,
    names: ['Count'],
    span: { start: 7 * minute, end: 9 * minute },
  });
  expect(withPrevious(now, before).series[1]).toMatchObject({
    name: 'Count (before)',
    isShadow: true,
    values: [9, null, null],
  });
});
