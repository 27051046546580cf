import { expect, test } from 'vitest';

import { changed, historyOf, redone, undone } from './history';

/** The history after changes that are apart. */
function after(...values: string[]) {
  return values.reduce((history, value, at) => changed(history, value, (at + 1) * 10_000), historyOf('start'));
}

test('steps are taken back one by one and forward again', () => {
  const twice = undone(undone(after('a', 'b')));
  expect(twice.now).toBe('start');
  expect(undone(twice).now).toBe('start');
  expect(redone(redone(redone(twice))).now).toBe('b');
});

test('a change after a step back forgets what came after it', () => {
  const again = changed(undone(after('a', 'b')), 'c', 99_000);
  expect(redone(again).now).toBe('c');
  expect(undone(again).now).toBe('a');
});

test('what is typed is one step', () => {
  const typed = ['S', 'Sh', 'Sho', 'Shop'].reduce(
    (history, value, at) => changed(history, value, 20_000 + at * 100),
    after('a'),
  );
  expect(undone(typed).now).toBe('a');
});

test('a change that changes nothing is no step', () => {
  const one = after('a');
  expect(changed(one, 'a', 50_000)).toBe(one);
});

test('steps are not kept without end', () => {
  const values = Array.from({ length: 150 }, (_, at) => String(at));
  expect(after(...values).past).toHaveLength(100);
});
