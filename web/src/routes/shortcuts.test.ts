import { expect, test } from 'vitest';

import { press } from './shortcuts';

const shortcut = (keys: string) => ({ keys, name: keys, run: () => undefined });
const shortcuts = [shortcut('/'), shortcut('g s'), shortcut('g d'), shortcut('s')];

test('one key', () => {
  expect(press('', '/', shortcuts).done?.keys).toBe('/');
});

test('two keys after each other', () => {
  expect(press('', 'g', shortcuts)).toEqual({ pending: 'g', done: null });
  expect(press('g', 'd', shortcuts).done?.keys).toBe('g d');
});

test('a pair goes before its second key alone', () => {
  expect(press('g', 's', shortcuts).done?.keys).toBe('g s');
  expect(press('', 's', shortcuts).done?.keys).toBe('s');
});

test('a pair that does not exist begins anew', () => {
  expect(press('g', '/', shortcuts).done?.keys).toBe('/');
  expect(press('g', 'x', shortcuts)).toEqual({ pending: '', done: null });
});
