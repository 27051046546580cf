import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';

import { requireFirstRun, requireNoSession, requireSession } from './guards';
import { RouteFailure, RouteNotFound, RoutePending } from './states';

interface RouterContext {
  queryClient: QueryClient;
}

/** What the sign-in page remembers: where the visitor wanted to go. */
interface SignInSearch {
  from?: string;
}

const rootRoute = createRootRouteWithContext<RouterContext>()();

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: ({ context }) => requireFirstRun(context.queryClient),
  component: lazyRouteComponent(() => import('../features/setup/SetupPage'), 'SetupPage'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search): SignInSearch => (typeof search.from === 'string' ? { from: search.from } : {}),
  beforeLoad: ({ context, search }) => requireNoSession(context.queryClient, search.from),
  component: lazyRouteComponent(() => import('../features/session/SignInPage'), 'SignInPage'),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  component: lazyRouteComponent(() => import('./Shell'), 'Shell'),
});

const overviewRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/overview/OverviewPage'), 'OverviewPage'),
});

const routeTree = rootRoute.addChildren([setupRoute, signInRoute, shellRoute.addChildren([overviewRoute])]);

/** Makes the router of the whole interface. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultErrorComponent: RouteFailure,
    defaultNotFoundComponent: RouteNotFound,
    defaultPendingComponent: RoutePending,
    defaultPendingMs: 200,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
