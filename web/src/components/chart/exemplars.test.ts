import { expect, test } from 'vitest';

import { exemplarMove, placeExemplars, type Frame } from './exemplars';
import type { ChartKind, Exemplar } from './types';

/** A pixel for each millisecond, and ten for each unit, from the top of 100. */
const frame: Frame = {
  left: 0,
  top: 0,
  width: 400,
  height: 100,
  x: (time) => time,
  y: (value, isRight) => (isRight ? 50 : 100 - value * 10),
};
const content = {
  times: [0, 100, 200, 300],
  series: [
    { name: 'a', color: '', values: [1, 3, null, null] },
    { name: 'b', color: '', values: [2, 2, 2, null] },
    { name: 'r', color: '', values: [5, 5, 5, 5], isRight: true },
  ],
};
const one = (part: Partial<Exemplar>): Exemplar => ({
  key: 'k',
  time: 50,
  value: 4,
  isValue: true,
  color: '',
  to: '',
  search: {},
  title: '',
  facts: [],
  ...part,
});
const places = (kind: ChartKind, exemplars: Exemplar[], hidden: string[] = []) =>
  placeExemplars(exemplars, content, kind, new Set(hidden), frame).map(({ x, y }) => [x, y]);

const rate = { isValue: false };
test.each<[string, ChartKind, Partial<Exemplar>, [number, number]]>([
  ['a value is at its height', 'line', {}, [50, 60]],
  ['also in a stack', 'area', { series: 'b' }, [50, 60]],
  ['above the axis it is at the top', 'line', { value: 99 }, [50, 0]],
  ['below the axis it is at the bottom', 'line', { value: -99 }, [50, 100]],
  ['what has no place is at the bottom', 'line', { value: NaN }, [50, 100]],
  ['behind the last time it is at the edge', 'line', { time: 999 }, [400, 60]],
  ['before the first as well', 'line', { time: -9 }, [0, 60]],
  ['others are on the line', 'line', { ...rate, series: 'a' }, [50, 80]],
  ['between a number and a gap at the number', 'line', { ...rate, series: 'a', time: 150 }, [150, 70]],
  ['in a gap at the bottom', 'line', { ...rate, series: 'a', time: 250 }, [250, 100]],
  ['on top of the stack', 'area', { ...rate, series: 'b', time: 100 }, [100, 50]],
  ['on top of the bar of their time', 'bars', { ...rate, series: 'b', time: 150 }, [100, 50]],
  ['on the right axis', 'line', { ...rate, series: 'r' }, [50, 50]],
  ['without a series at the bottom', 'line', rate, [50, 100]],
  ['of a series that is not there, too', 'line', { ...rate, series: 'x' }, [50, 100]],
])('%s', (_name, kind, part, place) => {
  expect(places(kind, [one(part)])).toEqual([place]);
});

test('exemplars of hidden series are hidden', () => {
  expect(places('line', [one({ series: 'a' }), one({ series: 'b', time: 90 })], ['a'])).toEqual([[90, 60]]);
});

test('of marks upon each other the greatest is drawn', () => {
  const many = [4, 4.3, 9].map((value) => one({ value }));
  expect(placeExemplars(many, content, 'line', new Set(), frame).map(({ exemplar }) => exemplar.value)).toEqual([
    9, 4.3,
  ]);
});

test('keys lead to the neighbours and to the ends', () => {
  expect(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'x'].map((key) => exemplarMove(key, 1, 5))).toEqual([
    0,
    2,
    0,
    4,
    null,
  ]);
  expect([exemplarMove('ArrowLeft', 0, 5), exemplarMove('ArrowDown', 4, 5)]).toEqual([0, 4]);
});
