import { expect, test } from 'vitest';

import { partOf } from './partOf';

const people = ['Ada Stone', 'Bo', 'ada@example.org', 'Zoë'];
const same = (text: string) => text;

test.each([
  ['', 2, ['Ada Stone', 'Bo'], 4],
  ['  ', 9, people, 4],
  ['ADA', 9, ['Ada Stone', 'ada@example.org'], 2],
  ['ada', 1, ['Ada Stone'], 2],
  ['nobody', 9, [], 0],
])('%j of four, %d at most', (find, most, shown, found) => {
  expect(partOf(people, find, same, most)).toEqual({ shown, found });
});

test('an empty list stays empty', () => {
  expect(partOf([], 'x', same, 3)).toEqual({ shown: [], found: 0 });
});
