import { expect, test } from 'vitest';

import { moved, pointOf, type Move } from './keys';

const content = {
  times: [10, 20, 30],
  series: [
    { name: 'a', color: '', values: [1, null, 5] },
    { name: 'b', color: '', values: [2, 3, null] },
  ],
};
const nobody = new Set<string>();
const walk = (keys: Move[], hidden = nobody) =>
  keys.reduce<ReturnType<typeof moved>>((point, key) => moved(content, hidden, point, key), null);

test('the first key leads to the newest point', () => {
  expect(walk(['ArrowLeft'])).toEqual({ time: 30, name: 'a' });
});

test('left and right move along a series, over its gaps', () => {
  expect(walk(['End', 'ArrowLeft'])).toEqual({ time: 10, name: 'a' });
  expect(walk(['End', 'ArrowLeft', 'ArrowLeft'])).toEqual({ time: 10, name: 'a' });
  expect(walk(['End', 'Home'])).toEqual({ time: 10, name: 'a' });
});

test('up and down go to the next larger or smaller number', () => {
  expect(walk(['End', 'Home', 'ArrowUp'])).toEqual({ time: 10, name: 'b' });
  expect(walk(['End', 'Home', 'ArrowUp', 'ArrowDown'])).toEqual({ time: 10, name: 'a' });
});

test('hidden series are passed over, and a chart without points has none', () => {
  expect(walk(['Home'], new Set(['a']))).toEqual({ time: 20, name: 'b' });
  expect(walk(['Home'], new Set(['a', 'b']))).toBeNull();
});

test('a point that is gone is none', () => {
  expect(pointOf(content, { time: 20, name: 'a' })).toBeNull();
  expect(pointOf(content, { time: 99, name: 'a' })).toBeNull();
  expect(pointOf(content, { time: 30, name: 'a' })).toMatchObject({ at: 2 });
});
