import { expect, test } from 'vitest';

import { ancestorsOf, foundIn, stepIn, textsOf } from './find';
import { keyedAt, keyStep } from './keys';
import { modelOf, unfolded } from './model';
import { criticalPath, selfTimes } from './times';
import { barOf, percentOf, viewOf, viewWithin, zoomed } from './view';

const row = (id: string, parent: string, atMs: number, lengthMs: number, more: object = {}) => ({
  SpanId: id,
  ParentSpanId: parent,
  SpanName: `span ${id}`,
  ServiceName: 's',
  Timestamp: new Date(1_794_720_000_000 + atMs).toISOString(),
  Duration: lengthMs * 1e6,
  ...more,
});

/** The first asks b and c at once, then d; e goes on after the end. */
const { spans } = modelOf([
  row('a', '', 0, 100),
  row('b', 'a', 10, 30, { SpanAttributes: { 'http.route': '/Pay' } }),
  row('c', 'a', 10, 20),
  row('d', 'a', 50, 40),
  row('f', 'd', 60, 10),
  row('e', 'a', 90, 50),
]);

test('a span is busy itself while none of its children runs', () => {
  const self = selfTimes(spans);
  expect(['a', 'b', 'd'].map((id) => self.get(id))).toEqual([20, 30, 30]);
});

test('the critical path goes by the children that were waited for', () => {
  expect([...criticalPath(spans)].toSorted()).toEqual(['a', 'b', 'd', 'f']);
  const overlapping = modelOf([row('a', '', 0, 100), row('b', 'a', 0, 61), row('c', 'a', 60, 40)]).spans;
  expect([...criticalPath(overlapping)].toSorted()).toEqual(['a', 'b', 'c']);
  expect(criticalPath([]).size).toBe(0);
});

test('spans are found by what they say, in any letter case', () => {
  const texts = textsOf(spans);
  expect(foundIn(spans, texts, ' /pay ').map(({ id }) => id)).toEqual(['b']);
  expect(foundIn(spans, texts, 'http.route')).toEqual([]);
  expect(foundIn(spans, texts, 'SPAN')).toHaveLength(6);
  expect(foundIn(spans, texts, '')).toEqual([]);
});

test('steps go around, from wherever one is', () => {
  const some = spans.filter(({ id }) => id === 'b' || id === 'f');
  expect(stepIn(spans, some, 'a', 1)?.id).toBe('b');
  expect(stepIn(spans, some, 'b', 1)?.id).toBe('f');
  expect(stepIn(spans, some, 'f', 1)?.id).toBe('b');
  expect(stepIn(spans, some, 'b', -1)?.id).toBe('f');
  expect(stepIn(spans, [], 'b', 1)).toBeUndefined();
  expect([...ancestorsOf(spans, 'f')]).toEqual(['d', 'a']);
});

test('a view shows a part of the time', () => {
  const view = zoomed({ from: 0, length: 200 }, 0.75, 0.25);
  expect(view).toEqual({ from: 50, length: 100 });
  expect(zoomed(view, 0.5, 0.5)).toBe(view);
  expect(barOf({ start: 0, length: 100 }, view)).toEqual({ left: 0, width: 50, isCut: true });
  expect(barOf({ start: 60, length: 10 }, view)).toEqual({ left: 10, width: 10, isCut: false });
  expect(barOf({ start: 160, length: 10 }, view)).toBeNull();
  expect(percentOf(1000, view)).toBe(100);
  expect(viewOf({ start: 100, length: 100 }, 200)).toEqual({ from: 95, length: 105 });
  expect(viewWithin(view, 120)).toEqual({ from: 50, length: 70 });
  expect(viewWithin(view, 40)).toEqual({ from: 0, length: 40 });
  expect(viewWithin(null, 200)).toEqual({ from: 0, length: 200 });
});

test('keys lead up and down, to the parent and the first child, and fold', () => {
  const [none, folded] = [new Set<string>(), new Set(['d'])];
  const placeOf = (id: string) => spans.findIndex((span) => span.id === id);
  const step = (key: string, id: string) => keyStep(key, spans, placeOf(id), none);
  expect(spans.map(({ id }) => id).join('')).toBe('abcdfe');
  expect(step('ArrowDown', 'a')).toEqual({ to: 1 });
  expect(step('ArrowUp', 'a')).toBeNull();
  expect([step('End', 'a'), step('Home', 'e')]).toEqual([{ to: 5 }, { to: 0 }]);
  expect([step('PageDown', 'b'), step('PageUp', 'b')]).toEqual([{ to: 5 }, { to: 0 }]);
  expect(step('ArrowLeft', 'd')).toEqual({ fold: 'd' });
  expect(step('ArrowLeft', 'f')).toEqual({ to: placeOf('d') });
  expect(step('ArrowRight', 'd')).toEqual({ to: placeOf('f') });
  expect(step('ArrowRight', 'f')).toBeNull();
  expect(step('x', 'd')).toBeNull();
  const shown = unfolded(spans, folded);
  expect(keyStep('ArrowRight', shown, 3, folded)).toEqual({ fold: 'd' });
  expect(keyStep('ArrowLeft', shown, 3, folded)).toEqual({ to: 0 });
  expect(keyedAt(spans, shown, 'f'), 'a hidden span goes on from the one above it').toBe(3);
  expect(keyedAt(spans, shown, 'none')).toBe(0);
});
