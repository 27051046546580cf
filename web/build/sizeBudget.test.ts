import { gzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { initialBytes, type Script } from './sizeBudget';

function script(code: string, imports: string[] = [], isEntry = false): Script {
  return { code, imports, isEntry };
}

test('the entry and what it imports count, once; lazy scripts do not', () => {
  const scripts = new Map([
    ['main.js', script('main', ['shared.js', 'router.js'], true)],
    ['router.js', script('router', ['shared.js'])],
    ['shared.js', script('shared', ['main.js'])],
    ['lazy.js', script('lazy', ['shared.js'])],
  ]);
  const want = ['main', 'router', 'shared'].reduce((sum, code) => sum + gzipSync(code).length, 0);
  expect(initialBytes(scripts)).toBe(want);
});

test('a bundle without an entry weighs nothing', () => {
  expect(initialBytes(new Map([['lazy.js', script('lazy')]]))).toBe(0);
});
