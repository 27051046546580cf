import { expect, test } from 'vitest';

import type { ChartContent } from '../../components/chart/types';
import { exemplarsOf } from './exemplars';

const content: ChartContent = {
  times: [0, 60_000],
  series: [
    { name: 'queue=a', color: '#111', values: [1, 2], of: { group: ['queue=a'], value: 0 } },
    { name: 'queue=b', color: '#222', values: [3, 4], of: { group: ['queue=b'], value: 0 } },
  ],
};
const series = [{ metric: { __name__: 'depth', queue: 'a' } }, { metric: { __name__: 'depth', queue: 'b' } }];
const drawn = { series, content, isMeasured: true, color: '#999' };

const found = (queue: string, value: string, labels: Record<string, string> = { trace_id: 'abc' }) => ({
  seriesLabels: { __name__: 'depth', queue, host: 'x' },
  exemplars: [{ labels, value, timestamp: 12.5 }],
});

test('an exemplar has the colour of its series, and leads to its trace', () => {
  const [one] = exemplarsOf([found('b', '3.5', { trace_id: 'abc', span_id: 'def' })], drawn);
  expect(one).toMatchObject({
    time: 12_500,
    value: 3.5,
    isValue: true,
    color: '#222',
    series: 'queue=b',
    to: '/traces/abc',
    search: { span: 'def' },
  });
});

test('of the series of a sum there is one', () => {
  const sum = { times: [0], series: [{ name: 'Rate', color: '#333', values: [1], of: { group: [], value: 0 } }] };
  const [one] = exemplarsOf([found('a', '1')], { ...drawn, content: sum, series: [{ metric: {} }], isMeasured: false });
  expect(one).toMatchObject({ series: 'Rate', isValue: false });
});

test('one of a series that is not drawn has no place on a line', () => {
  expect(exemplarsOf([found('c', '1')], drawn)[0]).not.toHaveProperty('series');
});

test('what leads to no trace, or is no number, is left out; the greatest come first', () => {
  const all = [found('a', '1'), found('a', 'NaN'), found('a', '9', { job: 'x' }), found('b', '2')];
  expect(exemplarsOf(all, drawn).map(({ value }) => value)).toEqual([2, 1]);
});
