import { expect, test } from 'vitest';

import { fittingSize } from './fittingSize';

test('a text is as large as its place allows', () => {
  expect(fittingSize('7', { width: 300, height: 400 })).toBe(44);
  expect(fittingSize('7', { width: 300, height: 30 })).toBe(21);
  expect(fittingSize('252 GiB', { width: 90, height: 200 })).toBeLessThan(30);
});

test('it can always be read', () => {
  expect(fittingSize('123,456,789.12 MiB', { width: 10, height: 10 })).toBe(12);
  expect(fittingSize('', { width: 0, height: 0 })).toBe(12);
});
