import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';

import { readInstallation, readOverview, readSession } from './calls';
import { outdateMissing, readNoting } from './missing';
import { ApiError, isAway, isForbidden, isSignedOut } from './error';

/** How often the overview asks again, so that a restarting engine is seen. */
const overviewRefreshMs = 10_000;
const retriesMax = 2;
/** How long to wait before reading again what a server that is away could not answer. */
const awayMs = 5_000;

/** Whether the first account exists; changes once in the life of an installation. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: readInstallation,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in and what they may do; read anew when something is refused. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether the session has ended above changes that are not saved; its person is asked for the password in place. */
export const sessionEndedQuery = queryOptions({
  queryKey: ['session', 'ended'],
  queryFn: () => false,
  initialData: false,
  staleTime: Number.POSITIVE_INFINITY,
});

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: readOverview,
  refetchInterval: overviewRefreshMs,
});

/** A refusal stays a refusal; only a server that is away is asked again. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const isBusy = error instanceof ApiError && error.status === 429;
  return isAway(error) && !isBusy && failures < retriesMax;
}

/** When to read again: a view whose server was away comes back without a click. */
export function retryInterval(error: unknown): number | false {
  if (!isAway(error)) return false;
  const said = error instanceof ApiError ? error.retryAfterSeconds : null;
  return Math.max(awayMs, (said ?? 0) * 1_000);
}

/** Makes the store of server state; onSignedOut runs when a session has ended meanwhile. */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (_, query) => outdateMissing(query),
      onError(error, { queryKey }) {
        if (isSignedOut(error)) onSignedOut();
        if (isForbidden(error) && queryKey[0] !== 'session') void readRights(queryClient);
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _sent, _made, { meta }) {
        if (isSignedOut(error) && meta?.isEntry !== true) onSignedOut();
        if (isForbidden(error) && meta?.isEntry !== true) void readRights(queryClient);
      },
    }),
    defaultOptions: {
      queries: {
        persister: readNoting,
        retry: shouldRetry,
        refetchInterval: ({ state }) => retryInterval(state.error),
      },
    },
  });
  return queryClient;
}

/**
 * Reads what the person may do after something was refused: a role may have
 * been taken from them while the page was open. One reading is enough for all
 * that is refused meanwhile, and its own refusal asks for no other.
 */
async function readRights(queryClient: QueryClient): Promise<void> {
  if (queryClient.getQueryState(sessionQuery.queryKey)?.fetchStatus === 'fetching') return;
  await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey, exact: true }, { cancelRefetch: false });
}
