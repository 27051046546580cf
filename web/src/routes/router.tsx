import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';

import { atBase } from '../basePath';
import { keepRange, parseAddress, writeAddress } from './address';
import { requireFirstRun, requireNoSession, requireSession } from './guards';
import { countedBy, highlighted } from './notified';
import { page } from './pages';
import { keepTeam } from './team';
import { RouteFailure, RouteNotFound, RoutePending } from './states';

interface RouterContext {
  queryClient: QueryClient;
}

/** What the sign-in page remembers: where the visitor wanted to go. */
interface SignInSearch {
  from?: string;
}

/**
 * What the pages behind the sign-in keep in their address. Each page reads and
 * checks its own part; `from` and `to` are the time range of all of them.
 */
type PageSearch = Record<string, unknown>;

const rootRoute = createRootRouteWithContext<RouterContext>()();

const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  beforeLoad: ({ context }) => requireFirstRun(context.queryClient),
  component: page('setup/SetupPage'),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search): SignInSearch => (typeof search.from === 'string' ? { from: search.from } : {}),
  beforeLoad: ({ context, search }) => requireNoSession(context.queryClient, search.from),
  component: page('session/SignInPage'),
});

/** Where single sign-on providers send people back to; what they send is read as it was written. */
const ssoRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sso/$provider',
  component: page('session/SsoPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: page('session/ForgotPasswordPage'),
});

/** A page that a link with a token leads to, such as that of an invitation. */
function withToken<const Path extends string>(path: Path, name: string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: (search): { token?: string } => (typeof search.token === 'string' ? { token: search.token } : {}),
    component: page(name),
  });
}

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  validateSearch: (search): PageSearch => search,
  search: { middlewares: [keepRange, keepTeam] },
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location),
  component: lazyRouteComponent(() => import('./Shell'), 'Shell'),
});

/** A page for people without an account, whose token is in the address. */
const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  validateSearch: (search): PageSearch => search,
  component: page('dashboards/SharedPage'),
});

/** A page inside of the shell; its file is named as pages.ts says. */
function inShell<const Path extends string>(path: Path, name: string) {
  return createRoute({ getParentRoute: () => shellRoute, path, component: page(name) });
}

/** People type it: the editor opens above the list, for what the address names. */
const newAlertRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/alerts/new',
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/alerts', search: { new: 'search', ...search }, replace: true });
  },
});

/** The address of a saved search in notifications. */
const countedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/search/$id',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/search', search: countedBy(params.id, search), replace: true });
  },
});

const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/dashboards/$id',
  beforeLoad: ({ params, search }) => {
    const shown = highlighted(search);
    if (shown !== null) throw redirect({ to: '/dashboards/$id', params, search: shown, replace: true });
  },
  component: page('dashboards/DashboardPage'),
});

/** Where the account was before it had a page of its own. */
const oldAccountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/team/account',
  beforeLoad: () => {
    throw redirect({ to: '/account', replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  setupRoute,
  signInRoute,
  withToken('/join-team', 'team/JoinPage'),
  withToken('/join-organization', 'cloud/JoinOrganizationPage'),
  withToken('/set-password', 'session/SetPasswordPage'),
  withToken('/enter', 'session/EnterPage'),
  forgotPasswordRoute,
  ssoRoute,
  sharedRoute,
  shellRoute.addChildren([
    inShell('/', 'overview/OverviewPage'),
    inShell('/welcome', 'setup/WelcomePage'),
    inShell('/send', 'setup/SendPage'),
    inShell('/search', 'search/SearchPage'),
    inShell('/search/saved', 'search/SavedSearchesPage'),
    countedRoute,
    inShell('/charts', 'charts/ChartsPage'),
    inShell('/traces', 'traces/TracesPage'),
    inShell('/traces/$traceId', 'traces/TracePage'),
    inShell('/services', 'services/ServicesPage'),
    inShell('/services/$name', 'services/ServicePage'),
    inShell('/metrics', 'metrics/MetricsPage'),
    inShell('/metrics/$name', 'metrics/MetricPage'),
    inShell('/dashboards', 'dashboards/DashboardsPage'),
    dashboardRoute,
    inShell('/alerts', 'alerts/AlertsPage'),
    newAlertRoute,
    inShell('/alerts/$id', 'alerts/AlertPage'),
    inShell('/account', 'account/AccountPage'),
    oldAccountRoute,
    inShell('/team', 'team/TeamPage'),
    inShell('/team/$section', 'team/TeamPage'),
    inShell('/cloud', 'cloud/CloudPage'),
    inShell('/cloud/$section', 'cloud/CloudPage'),
    inShell('/cloud/$section/$id', 'cloud/CloudPage'),
    createRoute({ getParentRoute: () => shellRoute, path: '$', component: RouteNotFound }),
  ]),
]);

/** Makes the router of the whole interface. */
export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: atBase('/'),
    context: { queryClient },
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
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
