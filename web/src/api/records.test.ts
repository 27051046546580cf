import { expect, test } from 'vitest';

import { exchange } from './records';

function answering(body: string, headers: Record<string, string> = {}) {
  const seen: RequestInit[] = [];
  const fetcher = (_url: string, init: RequestInit) => {
    seen.push(init);
    return Promise.resolve(new Response(body, { headers }));
  };
  return { seen, fetcher };
}

test('the content of both envelopes is answered', async () => {
  const stack = answering('{"data":{"id":"a"}}');
  expect((await exchange('GET', '/x', { fetcher: stack.fetcher })).value).toEqual({ id: 'a' });
  const cloud = answering('{"requestId":"r","result":[1],"status":200}');
  expect((await exchange('GET', '/x', { fetcher: cloud.fetcher })).value).toEqual([1]);
});

test('the version comes with the record and goes with its change', async () => {
  const { seen, fetcher } = answering('{"data":{}}', { ETag: '"8"' });
  const changed = await exchange('PUT', '/x', { body: { name: 'n' }, etag: '"7"', fetcher });
  expect(changed.etag).toBe('"8"');
  expect(seen[0]?.headers).toEqual({ 'Content-Type': 'application/json', 'If-Match': '"7"' });
});

test('without a version nothing is guarded', async () => {
  const { seen, fetcher } = answering('{"data":{}}');
  expect(await exchange('GET', '/x', { fetcher })).toEqual({ value: {}, etag: '' });
  expect(seen[0]?.headers).toBeUndefined();
});
