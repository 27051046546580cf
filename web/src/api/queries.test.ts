import { expect, test, vi } from 'vitest';

import { ApiError } from './error';
import { makeQueryClient, shouldRetry } from './queries';

const refuse = () => Promise.reject(new ApiError('', 401, ''));

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
