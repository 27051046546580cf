import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';

import { readInstallation, readOverview, readSession } from './calls';
import { ApiError, isSignedOut } from './error';

/** How often the overview asks again, so that a restarting engine is seen. */
const overviewRefreshMs = 10_000;
const retriesMax = 2;

/** Whether the first account exists; changes once in the life of an installation. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: readInstallation,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Who is signed in; changed by signing in and out alone. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Number.POSITIVE_INFINITY,
});

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: readOverview,
  refetchInterval: overviewRefreshMs,
});

/** A refusal stays a refusal; only a server that is away is asked again. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const isAway = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return isAway && failures < retriesMax;
}

/** Makes the store of server state; onSignedOut runs when a session has ended meanwhile. */
export function makeQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (isSignedOut(error)) onSignedOut();
      },
    }),
    defaultOptions: { queries: { retry: shouldRetry } },
  });
}
