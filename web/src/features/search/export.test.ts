import { expect, test } from 'vitest';

import { csvOf } from './export';

test('cells with commas, quotes and breaks are quoted', () => {
  expect(csvOf([{ Body: 'a,"b"\nc', Map: { x: 1 } }])).toBe('Body,Map\r\n"a,""b""\nc","{""x"":1}"\r\n');
});

test('no rows, no columns', () => {
  expect(csvOf([])).toBe('\r\n');
});
