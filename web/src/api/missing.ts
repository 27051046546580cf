import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

import type { MissingShard } from './stack.gen';

/**
 * What replies lack, by the signal of their requests. A query passes one signal to all requests that it takes, so that
 * what they lack is known whatever it makes of the replies.
 */
const bySignal = new WeakMap<AbortSignal, MissingShard[]>();
const byQuery = new WeakMap<Query | Query<unknown, unknown>, MissingShard[]>();

/** How the Prometheus API says what a reply lacks; it knows only warnings. */
const warning = /^partial result: what shard (\d+) stores is missing: (.*)$/s;

/** What a reply says that it lacks. */
export function missingIn(reply: unknown): MissingShard[] {
  if (typeof reply !== 'object' || reply === null) return [];
  const { meta, warnings } = reply as { meta?: { partial?: MissingShard[] }; warnings?: unknown };
  if (meta?.partial !== undefined) return meta.partial;
  return Array.isArray(warnings) ? warnings.flatMap(missingInWarning) : [];
}

function missingInWarning(text: unknown): MissingShard[] {
  const [, shard, reason] = warning.exec(String(text)) ?? [];
  return shard === undefined || reason === undefined ? [] : [{ shard: Number(shard), reason }];
}

/** Remembers what a reply lacks for the query that has asked for it. */
export function noteMissing(reply: unknown, signal: AbortSignal | undefined): void {
  const found = missingIn(reply);
  if (signal === undefined || found.length === 0) return;
  bySignal.set(signal, [...(bySignal.get(signal) ?? []), ...found]);
}

/** Runs the function of a query, and then knows what its replies lack. */
export async function readNoting<Context extends { signal: AbortSignal }, Data>(
  read: (context: Context) => Data | Promise<Data>,
  context: Context,
  query: Query,
): Promise<Data> {
  const isNextPage = query.state.fetchMeta?.fetchMore !== undefined;
  const data = await read(context);
  byQuery.set(query, [...(isNextPage ? missingOf(query) : []), ...(bySignal.get(context.signal) ?? [])]);
  return data;
}

/** Has what lacks something read again as soon as it is shown again, however new it is. */
export function outdateMissing(query: Query<unknown, unknown>): void {
  if (missingOf(query).length > 0) query.invalidate();
}

/** What the data of a query lacks; what was put there by hand says it itself. */
function missingOf(query: Query | Query<unknown, unknown>): MissingShard[] {
  return byQuery.get(query) ?? missingIn(query.state.data);
}

function isShown(query: Query): boolean {
  return query.getObserversCount() > 0;
}

/** What the data on the page lacks, or that of the queries whose keys begin so: each shard once, in their order. */
export function missingOnPage(client: QueryClient, queryKey: QueryKey = []): MissingShard[] {
  const all = client.getQueryCache().findAll({ queryKey, predicate: isShown }).flatMap(missingOf);
  return [...new Map(all.map((one) => [one.shard, one])).values()].toSorted((a, b) => a.shard - b.shard);
}

function isUnread(query: Query): boolean {
  return isShown(query) && query.state.status === 'pending';
}

/** Reports whether something on the page has not been read yet, so that nobody knows what it lacks. */
export function isReadingPage(client: QueryClient): boolean {
  return client.isFetching({ predicate: isUnread }) > 0;
}

function isShownWithGaps(query: Query): boolean {
  return isShown(query) && missingOf(query).length > 0;
}

/** Reads again what lacks something on the page; what is being read already goes on. */
export function readMissing(client: QueryClient): Promise<void> {
  return client.refetchQueries({ predicate: isShownWithGaps }, { cancelRefetch: false });
}
