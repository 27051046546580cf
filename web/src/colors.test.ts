import { expect, test } from 'vitest';

import { makeColoring, severityOf } from './colors';

const names = Array.from({ length: 200 }, (_, at) => `service-${at}`);
const schemes = ['light', 'dark'] as const;

/** Twelve of the names, other ones for every number. */
function twelve(seed: number): string[] {
  const start = (seed * 37) % names.length;
  return Array.from({ length: 12 }, (_, at) => names[(start + at * (1 + (seed % 13))) % names.length] ?? '');
}

/** How far two colours are apart for the eye: the distance in OKLab. */
function distance(one: string, other: string): number {
  const [a, b] = [labOf(one), labOf(other)];
  return Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)));
}

function labOf(hex: string): number[] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

test.each(schemes)('any twelve of two hundred names look different side by side, in %s', (scheme) => {
  const colorsOf = makeColoring();
  for (let seed = 0; seed < 200; seed += 1) {
    const colors = colorsOf(twelve(seed), scheme);
    for (const [at, one] of colors.entries())
      for (const other of colors.slice(at + 1)) expect(distance(one, other)).toBeGreaterThan(0.095);
  }
});

test('a name keeps its colour when others appear, and in every part of the page', () => {
  const colorsOf = makeColoring();
  const few = names.slice(0, 8);
  const before = colorsOf(few, 'dark');
  for (let count = 9; count <= 12; count += 1)
    expect(colorsOf(names.slice(0, count), 'dark').slice(0, 8)).toEqual(before);
  for (const [at, name] of few.entries()) expect(colorsOf([name], 'dark')).toEqual([before[at]]);
  expect(colorsOf(few.toReversed(), 'dark')).toEqual(before.toReversed());
});

test('the same names have the same colours for everybody', () => {
  expect(makeColoring()(names.slice(0, 9), 'light')).toEqual(
    makeColoring()(names.slice(0, 9).toReversed(), 'light').toReversed(),
  );
});

test('more names than colours start anew', () => {
  expect(new Set(makeColoring()(names.slice(0, 30), 'dark')).size).toBe(12);
});

test.each([
  ['ERROR', 'error'],
  ['Warning', 'warn'],
  ['INFO2', 'info'],
  ['critical', 'fatal'],
  ['', null],
  ['<b>', null],
])('severityOf(%j) is %j', (text, want) => {
  expect(severityOf(text)).toBe(want);
});
