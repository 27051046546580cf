import { expect, test, vi } from 'vitest';

import { ApiError } from './error';
import { makeQueryClient, retryInterval, sessionQuery, shouldRetry } from './queries';

const refuse = () => Promise.reject(new ApiError('', 401, ''));
const forbid = () => Promise.reject<null>(new ApiError('', 403, ''));

test('a server that is away is asked again, twice', () => {
  const away = new ApiError('', 503, '');
  expect([0, 1, 2].map((failures) => shouldRetry(failures, away))).toEqual([true, true, false]);
  expect(shouldRetry(0, new ApiError('', 0, ''))).toBe(true);
});

test('a refusal is final', () => {
  expect(shouldRetry(0, new ApiError('', 404, ''))).toBe(false);
});

test('a session that ended meanwhile is reported', async () => {
  const onSignedOut = vi.fn<() => void>();
  const client = makeQueryClient(onSignedOut);
  await client.fetchQuery({ queryKey: ['x'], queryFn: refuse }).catch(() => null);
  expect(onSignedOut).toHaveBeenCalledOnce();
});

test('a change that comes too late for its session reports that, a wrong password does not', async () => {
  const onSignedOut = vi.fn<() => void>();
  const client = makeQueryClient(onSignedOut);
  const send = (meta: Record<string, unknown>) =>
    client
      .getMutationCache()
      .build(client, { mutationFn: refuse, meta })
      .execute(undefined)
      .catch(() => null);
  await send({ isEntry: true });
  expect(onSignedOut).not.toHaveBeenCalled();
  await send({});
  expect(onSignedOut).toHaveBeenCalledOnce();
});

test('what is refused has the session read again, once for all, and its own refusal does not', async () => {
  const client = makeQueryClient(vi.fn<() => void>());
  let answer: Promise<null> = Promise.resolve(null);
  const readSession = vi.fn<() => Promise<null>>(() => answer);
  await client.fetchQuery({ ...sessionQuery, queryFn: readSession });
  const ask = (name: string) => client.fetchQuery({ queryKey: [name], queryFn: forbid }).catch(() => null);
  answer = forbid();
  answer.catch(() => null);
  await Promise.all([ask('x'), ask('y')]);
  await vi.waitFor(() => expect(client.getQueryState(sessionQuery.queryKey)?.error).not.toBeNull());
  expect(client.isFetching()).toBe(0);
  expect(readSession).toHaveBeenCalledTimes(2);
});

test('what a server that is away could not answer is read again, not before it says so', () => {
  expect(retryInterval(new ApiError('away', 503, '', 2))).toBe(5_000);
  expect(retryInterval(new ApiError('busy', 429, '', 30))).toBe(30_000);
  expect(retryInterval(new ApiError('no answer', 0, ''))).toBe(5_000);
});

test('a refusal is not asked again, and neither is what was read', () => {
  expect(retryInterval(new ApiError('not yours', 403, ''))).toBe(false);
  expect(retryInterval(null)).toBe(false);
});
