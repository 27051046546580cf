import { expect, test } from 'vitest';

import { readWidths, withWidth } from './useTableView';

test('a width is given and taken back', () => {
  const wide = withWidth({ Body: 100 }, 'Duration', 90);
  expect(wide).toEqual({ Body: 100, Duration: 90 });
  expect(withWidth(wide, 'Body', null)).toEqual({ Duration: 90 });
});

test.each(['{', '[]', 'null', '{"Body":"wide","A":-1}'])('kept as %s, widths are as usual', (kept) => {
  expect(readWidths(kept)).toEqual({});
});
