import { expect, test } from 'vitest';

import { heatOf, marksOf } from './heat';

const span = { start: 0, end: 3000 };

test('cells have a column and a row', () => {
  const heat = heatOf(
    [
      { bucket: 0, group: [], values: [3, 2, 2.52, 1] },
      { bucket: 2000, group: [], values: [5, 3.17, 4, 3] },
    ],
    1000,
    span,
  );
  expect(heat.columns).toEqual([0, 1000, 2000, 3000]);
  expect(heat.rows).toEqual([3, 5]);
  expect(heat.cells.map(({ column, row, count, share }) => [column, row, count, share])).toEqual([
    [0, 3, 1, 0.5],
    [2, 5, 3, 1],
  ]);
  expect(marksOf(heat)).toEqual([4, 3.17, 2]);
});

test('nothing makes an empty heatmap', () => {
  expect(heatOf([], 1000, span)).toMatchObject({ cells: [], rows: [0, 0] });
});
