import { expect, test } from 'vitest';

import { snippetsOf } from './snippets';

const snippets = snippetsOf({ http: 'http://127.0.0.1:4318', grpc: '127.0.0.1:4317', isSealed: false, key: 'k-123' });

test('every snippet has the address and the key', () => {
  for (const { text } of snippets) {
    expect(text).toMatch(/127\.0\.0\.1:431[78]/);
    expect(text).toContain('k-123');
  }
});

test('there is one for each way to send', () => {
  expect(snippets.map(({ name }) => name)).toEqual(['Environment variables', 'Collector', 'SDK (Node.js)', 'curl']);
});

test('the collector leaves TLS out only where there is none', () => {
  const sealed = snippetsOf({ http: 'https://h:4318', grpc: 'h:4317', isSealed: true, key: 'k' });
  expect(snippets[1]?.text).toContain('insecure: true');
  expect(sealed[1]?.text).not.toContain('insecure');
});
