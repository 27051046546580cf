import { expect, test } from 'vitest';

import { stackedShape, type LongColumn } from './gridColumn';

const column = (key: string, more: Partial<LongColumn<unknown>> = {}): LongColumn<unknown> => ({
  key,
  name: key,
  cell: () => key,
  ...more,
});

test('a narrow row never cuts times and numbers', () => {
  const columns = [
    column('Timestamp', { isFixed: true }),
    column('ServiceName'),
    column('Duration', { isNumber: true }),
    column('SpanName', { isLong: true }),
  ];
  expect(stackedShape(columns).gridTemplateColumns).toBe(
    'max-content minmax(0, max-content) max-content minmax(0, 1fr)',
  );
  expect(stackedShape([column('Body', { isLong: true })]).gridTemplateColumns).toBe('minmax(0, 1fr)');
});
