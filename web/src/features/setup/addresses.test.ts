import { expect, test } from 'vitest';

import { endpoints, references, withScheme } from './addresses';

const addresses = {
  stack: '127.0.0.1:8000',
  ui: 'http://127.0.0.1:8080',
  cloud: '',
  otlpGrpc: 'http://127.0.0.1:4317',
  otlpHttp: '127.0.0.1:4318',
};

test.each([
  ['', ''],
  ['127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['https://cairn.example.org/', 'https://cairn.example.org'],
])('withScheme(%j) is %j', (address, want) => {
  expect(withScheme(address)).toBe(want);
});

test('a gRPC address has no scheme, because clients add their own', () => {
  expect(endpoints(addresses)[1]?.address).toBe('127.0.0.1:4317');
});

test('a listener that is off keeps its row and loses its reference', () => {
  expect(endpoints(addresses).find((endpoint) => endpoint.name === 'Cloud API')?.address).toBe('');
  expect(references(addresses)).toEqual([{ name: 'Stack API reference', url: 'http://127.0.0.1:8000/api/v2/docs' }]);
});
