import { expect, test } from 'vitest';

import { historyWords } from './history';

const hour = 3_600_000;
const week = { start: 0, end: 168 * hour };
const before = (hours: number) => new Date(week.end - hours * hour).toISOString();

test('little history is told', () => {
  expect(historyWords(before(2), week)).toContain('values for the last 2 h only, of 7 days');
  expect(historyWords(before(100), week)).not.toBeNull();
  expect(historyWords(null, week)).toContain('no value in the last 7 days');
});

test('enough history needs no word', () => {
  expect(historyWords(before(168), week)).toBeNull();
  expect(historyWords(before(140), week)).toBeNull();
});
