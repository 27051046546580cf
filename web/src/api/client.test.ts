import { expect, test } from 'vitest';

import { call, type Fetch } from './client';
import { ApiError } from './error';

function answers(status: number, body: string, headers: Record<string, string> = {}): Fetch {
  return () => Promise.resolve(new Response(body, { status, headers }));
}

async function failureOf(fetcher: Fetch): Promise<ApiError> {
  const failure: unknown = await call('GET', '/x', undefined, fetcher).catch((error: unknown) => error);
  if (!(failure instanceof ApiError)) throw new Error('expected an ApiError', { cause: failure });
  return failure;
}

test('an answer is parsed', async () => {
  expect(await call('GET', '/x', undefined, answers(200, '{"data":1}'))).toEqual({ data: 1 });
});

test('an empty answer is an empty object', async () => {
  expect(await call('DELETE', '/x', undefined, answers(200, ''))).toEqual({});
});

test('a body is sent as JSON', async () => {
  let sent: RequestInit = {};
  await call('POST', '/x', { name: 'Ada' }, (_url, init) => {
    sent = init;
    return Promise.resolve(new Response('{}'));
  });
  expect(sent.body).toBe('{"name":"Ada"}');
  expect(sent.headers).toEqual({ 'Content-Type': 'application/json' });
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
  expect((await failureOf(answers(503, '{}'))).message).toBe('The server answered with status 503.');
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
  expect(failure.message).toMatch(/did not answer in time/);
});

test('a refusal of the cloud API is read without its reason', async () => {
  const failure = await failureOf(answers(403, '{"error":"FORBIDDEN: this needs the role admin","status":403}'));
  expect(failure.message).toBe('This needs the role admin.');
});
