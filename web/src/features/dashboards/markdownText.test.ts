import { expect, test } from 'vitest';

import { blocksOf, spansOf } from './markdownText';

test('a text becomes blocks', () => {
  const text =
    '# Shop\n\nFirst line\nsecond line\n- one\n- two\n\n1. a\n2. b\n\n> said\n> twice\n---\n```\ncode *here*\n```\nend';
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', level: 1, text: 'Shop' },
    { kind: 'paragraph', text: 'First line second line' },
    { kind: 'list', isOrdered: false, items: ['one', 'two'] },
    { kind: 'list', isOrdered: true, items: ['a', 'b'] },
    { kind: 'quote', text: 'said twice' },
    { kind: 'rule' },
    { kind: 'code', text: 'code *here*' },
    { kind: 'paragraph', text: 'end' },
  ]);
});

test('tables are read', () => {
  expect(blocksOf('| a | b |\n|---|:-:|\n| 1 | 2 |')).toEqual([
    {
      kind: 'table',
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    },
  ]);
});

test('a line becomes spans', () => {
  expect(spansOf('a **b** *c* `d` [e](https://example.org)')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'emphasis', text: 'c' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'd' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'e', href: 'https://example.org' },
  ]);
});

test.each([
  '[x](javascript:alert(1))',
  '[x](data:text/html,a)',
  '[x](//example.org)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
])('%s makes no link and no element', (text) => {
  expect(spansOf(text).every(({ kind }) => kind === 'text')).toBe(true);
});

test('nothing makes it hang', () => {
  expect(blocksOf('```\nnever closed')).toEqual([{ kind: 'code', text: 'never closed' }]);
  expect(blocksOf('* '.repeat(5000)).length).toBeGreaterThan(0);
});
