import { expect, test } from 'vitest';

import { densityOf } from './size';

test('a picture has two dots to a pixel', () => {
  expect(densityOf(640, 320)).toBe(2);
  expect(densityOf(0, 0)).toBe(2);
});

test.each([
  [1400, 20_000],
  [8000, 8000],
  [60_000, 10],
])('a picture of %d × %d pixels fits a canvas', (width, height) => {
  const density = densityOf(width, height);
  expect(density).toBeLessThan(2);
  expect(Math.max(width, height) * density).toBeLessThanOrEqual(16_384);
  expect(width * height * density ** 2).toBeLessThanOrEqual(2 ** 26 * 1.000001);
});
