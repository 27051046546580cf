import { expect, test } from 'vitest';

import { addRows, tailRowsMax } from './tailRows';

const rows = (...names: string[]) => names.map((Body) => ({ Body }));

test('the newest row is the first', () => {
  expect(addRows(rows('b', 'a'), rows('c', 'd'))).toEqual(rows('d', 'c', 'b', 'a'));
});

test('no more rows are kept than fit', () => {
  const many = Array.from({ length: tailRowsMax + 10 }, (_, at) => ({ at }));
  const kept = addRows([], many);
  expect(kept).toHaveLength(tailRowsMax);
  expect(kept[0]).toEqual({ at: tailRowsMax + 9 });
});
