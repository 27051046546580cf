import { expect, test } from 'vitest';

import { toggled } from './useKeptList';

test('something is put into a list and taken out', () => {
  expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
});
