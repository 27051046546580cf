import { DEFAULT_THEME } from '@mantine/core';
import { describe, expect, test } from 'vitest';

import { accent, dark, light, onRed, type Palette } from './theme';

/** The contrast that text of normal size needs for level AA. */
const contrastMin = 4.5;

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', light, accent[7]],
  ['dark', dark, accent[4]],
] satisfies [string, Palette, string | undefined][])('%s', (_name, palette, link) => {
  test.each(['text', 'dimmed', 'good', 'bad', 'caution'] as const)('%s is readable on ground and panel', (role) => {
    expect(contrast(palette[role], palette.ground)).toBeGreaterThanOrEqual(contrastMin);
    expect(contrast(palette[role], palette.panel)).toBeGreaterThanOrEqual(contrastMin);
  });

  test('links are readable', () => {
    expect(contrast(link ?? '', palette.panel)).toBeGreaterThanOrEqual(contrastMin);
  });
});

test('buttons are readable', () => {
  expect(contrast(accent[7] ?? '', '#ffffff')).toBeGreaterThanOrEqual(contrastMin);
});

test.each([1, 2] as const)('red buttons are readable on red %i, which is theirs or the one under the pointer', (at) => {
  expect(contrast(onRed, DEFAULT_THEME.colors.red[at])).toBeGreaterThanOrEqual(contrastMin);
});
