import { expect, test } from 'vitest';

import { originOf, tryAccessKey, tryIngestionKey } from './hints';

test.each([
  ['', ''],
  ['127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['0.0.0.0:8000', 'http://localhost:8000'],
  ['[::]:8000', 'http://localhost:8000'],
  [':8000', 'http://localhost:8000'],
  ['https://cairn.example.org', 'https://cairn.example.org'],
])('the origin of %j is %j', (address, want) => {
  expect(originOf(address)).toBe(want);
});

test('hints hold the key and the address', () => {
  expect(tryAccessKey('127.0.0.1:8000', 'k')).toBe("curl -H 'Authorization: Bearer k' http://127.0.0.1:8000/api/v2");
  expect(tryIngestionKey('127.0.0.1:4318', 'k')).toContain(
    'http://127.0.0.1:4318 OTEL_EXPORTER_OTLP_HEADERS=authorization=k',
  );
});
