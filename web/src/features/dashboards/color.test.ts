import { expect, test } from 'vitest';

import { colorFor, tokenColor } from './color';
import type { ConfigOf } from './types';

const config: ConfigOf<'number'> = {
  displayType: 'number',
  sourceId: 's',
  select: [],
  color: 'chart-blue',
  colorRules: [
    { operator: 'gte', value: 10, color: 'chart-warning' },
    { operator: 'gt', value: 100, color: 'chart-error' },
    { operator: 'between', value: [-2, -1], color: 'chart-pink' },
  ],
};

test('the last rule that holds gives the colour', () => {
  expect(colorFor(config, 5, 'light')).toBe(tokenColor('chart-blue', 'light'));
  expect(colorFor(config, 10, 'light')).toBe(tokenColor('chart-warning', 'light'));
  expect(colorFor(config, 101, 'dark')).toBe(tokenColor('chart-error', 'dark'));
  expect(colorFor(config, -1.5, 'dark')).toBe(tokenColor('chart-pink', 'dark'));
});

test('without rules and colour a number has that of the text', () => {
  expect(colorFor({ displayType: 'number' }, 1, 'light')).toBeUndefined();
});
