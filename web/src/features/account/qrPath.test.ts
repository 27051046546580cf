import { expect, test } from 'vitest';

import { qrPath } from './qrPath';

test('dark runs become bars inside of the quiet zone', () => {
  expect(qrPath(['110', '001'])).toBe('M4 4h2v1h-2zM6 5h1v1h-1z');
  expect(qrPath(['000'])).toBe('');
});
