import { expect, test } from 'vitest';

import { fileName } from './saveAs';

test.each([
  ['Shop: prod!', 'shop-prod.png'],
  ['../../etc/passwd', 'etc-passwd.png'],
  ['Заказы / час', 'заказы-час.png'],
  ['?', 'tile.png'],
  ['', 'tile.png'],
])('%s is saved as %s', (text, name) => {
  expect(fileName(text, 'tile', 'png')).toBe(name);
});

test('a long name is cut', () => {
  expect(fileName('a'.repeat(500), 'tile', 'png')).toBe(`${'a'.repeat(100)}.png`);
});
