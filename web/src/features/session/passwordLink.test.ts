import { expect, test } from 'vitest';

import { deadLinkWords } from './passwordLink';

test('a used, an expired and an unknown link are told apart', () => {
  expect(deadLinkWords('used').title).toBe('This link was used already');
  expect(deadLinkWords('expired').title).toBe('This link has expired');
  expect(deadLinkWords('gone').title).toBe('This link doesn’t work');
  expect(deadLinkWords('gone').text).not.toMatch(/expired|used/);
});
