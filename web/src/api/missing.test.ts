import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import { call } from './client';
import { missingIn, missingOnPage, readMissing } from './missing';
import { makeQueryClient } from './queries';

const two = { shard: 2, reason: 'shard 2 does not answer' };
const three = { shard: 3, reason: 'shard 3 does not answer' };

/** A server whose replies lack what is said last. */
function server() {
  const state = { partial: [two] as (typeof two)[], asked: 0 };
  const fetcher = () => {
    state.asked += 1;
    return Promise.resolve(Response.json({ data: [], meta: { partial: state.partial } }));
  };
  const read = async (signal: AbortSignal) => {
    return (await call('POST', '/api/v2/search', { body: { sourceId: 's' }, signal, fetcher })).data.length;
  };
  return { state, read };
}

test('what a reply lacks is found in both ways of saying it', () => {
  expect(missingIn(undefined)).toEqual([]);
  expect(missingIn({ meta: {} })).toEqual([]);
  expect(missingIn({ data: [], meta: { partial: [two] } })).toEqual([two]);
  const warnings = ['another', `partial result: what shard 2 stores is missing: ${two.reason}`];
  expect(missingIn({ data: [], warnings })).toEqual([two]);
});

test('what lacks something is read again when it is shown again, and what is whole is not', async () => {
  const { state, read } = server();
  const client = makeQueryClient(() => {});
  const show = async () => {
    const observer = new QueryObserver(client, {
      queryKey: ['trace'],
      queryFn: ({ signal }) => read(signal),
      staleTime: Infinity,
    });
    const leave = observer.subscribe(() => {});
    await vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'));
    const missing = missingOnPage(client);
    leave();
    return [missing.length, state.asked];
  };
  expect(await show()).toEqual([1, 1]);
  state.partial = [];
  expect(await show()).toEqual([0, 2]);
  expect(await show()).toEqual([0, 2]);
});

test('a page lacks what its queries lack, whatever they keep of the replies, until they are read again', async () => {
  const { state, read } = server();
  const client = makeQueryClient(() => {});
  const [one, other] = ['one', 'other'].map(
    (name) => new QueryObserver(client, { queryKey: [name], queryFn: ({ signal }) => read(signal) }),
  );
  const leave = [one, other].map((observer) => observer?.subscribe(() => {}));
  await Promise.all([one?.refetch(), other?.refetch()]);
  expect(missingOnPage(client)).toEqual([two]);
  expect(missingOnPage(client, ['one'])).toEqual([two]);
  state.partial = [three, two];
  await one?.refetch();
  expect(missingOnPage(client)).toEqual([two, three]);
  expect(missingOnPage(client, ['other'])).toEqual([two]);
  leave[0]?.();
  expect(missingOnPage(client)).toEqual([two]);
  state.partial = [];
  await readMissing(client);
  expect(missingOnPage(client)).toEqual([]);
});

test('what the first page of a list lacks is missing when the next one is whole', async () => {
  const { state, read } = server();
  const client = makeQueryClient(() => {});
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ signal }) => read(signal),
    initialPageParam: 0,
    getNextPageParam: () => 1,
  });
  list.subscribe(() => {});
  await list.refetch();
  state.partial = [];
  await list.fetchNextPage();
  expect(missingOnPage(client)).toEqual([two]);
  await list.refetch();
  expect(missingOnPage(client)).toEqual([]);
});
