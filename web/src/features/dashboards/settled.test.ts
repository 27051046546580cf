import { expect, test } from 'vitest';

import { skeletonOf } from './settled';
import { freshConfig } from './tileForm';

test('what is typed waits for a pause, what is chosen does not', () => {
  const line = freshConfig('line', 's');
  const typed = { ...line, groupBy: 'Serv', select: [{ ...line.select[0], aggFn: 'count' as const, where: 'lev' }] };
  expect(skeletonOf(typed)).toBe(skeletonOf(line));
  expect(skeletonOf({ ...typed, sourceId: 'other' })).not.toBe(skeletonOf(line));
  expect(skeletonOf({ ...line, select: [{ aggFn: 'max' as const, where: '' }] })).not.toBe(skeletonOf(line));
});
