import { expect, test } from 'vitest';

import { call, download, exchange, read, type Fetch } from './client';
import { ApiError } from './error';

function answers(status: number, body: string, headers: Record<string, string> = {}): Fetch {
  return () => Promise.resolve(new Response(body, { status, headers }));
}

/** Remembers requests, which all get the same answer. */
function recorder(body: string, headers: Record<string, string> = {}) {
  const seen: { url: string; init: RequestInit }[] = [];
  const fetcher: Fetch = (url, init) => {
    seen.push({ url, init });
    return Promise.resolve(new Response(body, { headers }));
  };
  return { seen, fetcher };
}

async function failureOf(fetcher: Fetch): Promise<ApiError> {
  const failure: unknown = await call('GET', '/api/v2/team', { fetcher }).catch((error: unknown) => error);
  if (!(failure instanceof ApiError)) throw new Error('expected an ApiError', { cause: failure });
  return failure;
}

test('an answer is parsed', async () => {
  expect(await call('GET', '/api/v2/team', { fetcher: answers(200, '{"data":1}') })).toEqual({ data: 1 });
});

test('an empty answer is an empty object', async () => {
  expect(await call('DELETE', '/ui/api/session', { fetcher: answers(200, '') })).toEqual({});
});

test('a body is sent as JSON', async () => {
  const { seen, fetcher } = recorder('{}');
  await call('POST', '/api/v2/ingestion-keys', { body: { name: 'Ada' }, fetcher });
  expect(seen[0]?.init.body).toBe('{"name":"Ada"}');
  expect(seen[0]?.init.headers).toEqual({ 'Content-Type': 'application/json' });
});

test('a refusal carries message, status and request id', async () => {
  const failure = await failureOf(answers(401, '{"message":"wrong e-mail or password"}', { 'X-Request-Id': 'r-1' }));
  expect(failure).toMatchObject({ message: 'Wrong e-mail or password.', status: 401, requestId: 'r-1' });
});

test('a limit carries the time to wait', async () => {
  const failure = await failureOf(answers(429, '{"message":"slow down"}', { 'Retry-After': '12' }));
  expect(failure.retryAfterSeconds).toBe(12);
});

test('a refusal without a message names the status', async () => {
  expect((await failureOf(answers(503, '{}'))).message).toBe('The server responded with status 503.');
});

test('an answer that is not JSON is a failure', async () => {
  const failure = await failureOf(answers(502, '<html>', { 'X-Request-Id': 'r-2' }));
  expect(failure).toMatchObject({ status: 502, requestId: 'r-2' });
});

test('a missing network says what to check', async () => {
  const failure = await failureOf(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(failure).toMatchObject({ status: 0, requestId: '' });
  expect(failure.message).toMatch(/Check that it is running/);
});

test('a late answer says so', async () => {
  const failure = await failureOf(() => Promise.reject(new DOMException('', 'TimeoutError')));
  expect(failure.message).toMatch(/did not respond in time/);
});

test('a refusal of the cloud API is read without its reason', async () => {
  const failure = await failureOf(answers(403, '{"error":"FORBIDDEN: this needs the role admin","status":403}'));
  expect(failure.message).toBe('This needs the role admin.');
});

test('the content of both envelopes is answered', async () => {
  const stack = recorder('{"data":{"id":"a"}}');
  expect(await read('/api/v2/team', { fetcher: stack.fetcher })).toEqual({ id: 'a' });
  const cloud = recorder('{"requestId":"r","result":[1],"status":200}');
  expect(await read('/v1/organizations', { fetcher: cloud.fetcher })).toEqual([1]);
});

test('the version comes with the record and goes with its change', async () => {
  const { seen, fetcher } = recorder('{"data":{}}', { ETag: '"8"' });
  const body = { name: 'n', tiles: [] };
  const changed = await exchange('PUT', '/api/v2/dashboards/{id}', { path: { id: 'd' }, body, etag: '"7"', fetcher });
  expect(changed.etag).toBe('"8"');
  expect(seen[0]?.init.headers).toEqual({ 'Content-Type': 'application/json', 'If-Match': '"7"' });
});

test('without a version nothing is guarded', async () => {
  const { seen, fetcher } = recorder('{"data":{}}');
  expect(await exchange('GET', '/api/v2/team', { fetcher })).toEqual({ value: {}, etag: '' });
  expect(seen[0]?.init.headers).toBeUndefined();
});

test('path and query are in the address', async () => {
  const { seen, fetcher } = recorder('{"data":[]}');
  await read('/api/v2/alerts/{id}/history', { path: { id: 'a/b' }, query: { limit: 5 }, fetcher });
  expect(seen[0]?.url).toBe('/api/v2/alerts/a%2Fb/history?limit=5');
});

test('a caller ends a request', async () => {
  const { seen, fetcher } = recorder('{}');
  const caller = new AbortController();
  await call('GET', '/api/v2/team', { signal: caller.signal, fetcher });
  expect(seen[0]?.init.signal?.aborted).toBe(false);
  caller.abort();
  expect(seen[0]?.init.signal?.aborted).toBe(true);
});

test('a file comes in the media type that is asked for', async () => {
  const { seen, fetcher } = recorder('a,b');
  const query = { from_date: '2026-11-01', to_date: '2026-11-02' };
  const path = { organizationId: 'o' };
  const file = await download('/v1/organizations/{organizationId}/usageCost', {
    path,
    query,
    accept: 'text/csv',
    fetcher,
  });
  expect(await file.text()).toBe('a,b');
  expect(seen[0]?.init.headers).toEqual({ Accept: 'text/csv' });
  expect(seen[0]?.url).toBe('/v1/organizations/o/usageCost?from_date=2026-11-01&to_date=2026-11-02');
});

function mistakes() {
  // @ts-expect-error the path does not exist
  void read('/api/v2/alert');
  // @ts-expect-error the path has no such method
  void call('PATCH', '/api/v2/alerts');
  // @ts-expect-error the path needs its id
  void read('/api/v2/alerts/{id}');
  // @ts-expect-error the query has another name
  void read('/api/v2/alerts', { query: { limt: 5 } });
  // @ts-expect-error the body has no such field
  void call('POST', '/api/v2/ingestion-keys', { body: { name: 'n', colour: 'red' } });
  // @ts-expect-error the body lacks a field
  void call('POST', '/api/v2/ingestion-keys', { body: {} });
  // @ts-expect-error the operation takes no body
  void read('/api/v2/team', { body: {} });
  // @ts-expect-error the record has no such field
  void read('/api/v2/team').then(({ colour }) => colour);
}

test('what the documents don’t have does not compile', () => {
  expect(mistakes).toBeTypeOf('function');
});
