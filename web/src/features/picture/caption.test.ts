import { expect, test } from 'vitest';

import { captionHeight, fitted } from './caption';

const widthOf = (text: string) => text.length;

test('a text that is too long ends with an ellipsis', () => {
  expect(fitted('Requests', 8, widthOf)).toBe('Requests');
  expect(fitted('Requests by service', 10, widthOf)).toBe('Requests…');
  expect(fitted('Requests', 0, widthOf)).toBe('…');
});

test('a caption has room for each of its lines', () => {
  expect(captionHeight({ title: 'a', lines: ['b', 'c'] })).toBeGreaterThan(captionHeight({ title: 'a', lines: ['b'] }));
});
