import { expect, test } from 'vitest';

import type { TileContent, TileExemplar } from '../../../api/stack.gen';
import { exemplarsOf } from './exemplarsOf';

const one = (part: Partial<TileExemplar>): TileExemplar => ({
  time: 1,
  value: 2,
  traceId: 't',
  labels: { b: '1', a: '2' },
  item: 0,
  isValue: true,
  ...part,
});
const shown = (exemplars?: TileExemplar[]): TileContent => ({
  displayType: 'line',
  columns: [
    { name: 'time', role: 'time', type: 'time' },
    { name: 'p95', role: 'value', type: 'number', series: 0 },
    { name: 'count', role: 'value', type: 'number', series: 2 },
  ],
  rows: [],
  stepSeconds: 60,
  groupsLeft: 0,
  ...(exemplars !== undefined && { exemplars }),
});
const series = (name: string, group: string[], value: number) => ({
  name,
  color: name,
  values: [],
  of: { group, value },
});
const content = {
  times: [],
  series: [series('p95 x', ['x'], 0), series('p95 y', ['y'], 0), series('count', ['x'], 1)],
};
const drawn = (part: Partial<TileExemplar>) =>
  exemplarsOf(shown([one(part)]), content, (value) => `${value} s`, 'grey')[0];

test('a tile without exemplars has none', () => {
  expect(exemplarsOf(shown(), content, String, '')).toEqual([]);
});

test.each<[string, Partial<TileExemplar>, object]>([
  ['of a group', { group: ['y'] }, { series: 'p95 y', color: 'p95 y', title: '2 s' }],
  ['of another item', { group: ['x'], item: 2, isValue: false }, { series: 'count', title: '2' }],
  ['of the only series of an item', { item: 2 }, { series: 'count' }],
  ['with its span', { spanId: '12e4' }, { to: '/traces/t', search: { span: '12e4' } }],
  [
    'with its labels in order',
    {},
    {
      facts: [
        ['Trace', 't'],
        ['a', '2'],
        ['b', '1'],
      ],
    },
  ],
  ['of no known series', {}, { color: 'grey' }],
])('an exemplar %s', (_name, part, want) => {
  expect(drawn(part)).toMatchObject(want);
});

test('where series are many it belongs to none', () => {
  expect(drawn({})).not.toHaveProperty('series');
  expect(drawn({ group: ['z'] })).not.toHaveProperty('series');
});
