import { lacks, opens } from '../api/roles';
import type { Session } from '../api/types';
import type { SideBarPlace } from '../components/SideBar';
import { hasPage } from './pages';

/** A page that the navigation, the palette and the shortcuts lead to. */
export interface Place extends SideBarPlace {
  page: string;
  /** The key after `g` that leads there. */
  key: string;
}

const all: Place[] = [
  { name: 'Overview', to: '/', icon: 'overview', page: 'overview/OverviewPage', key: 'o', section: 'Stack' },
  { name: 'Search', to: '/search', icon: 'search', page: 'search/SearchPage', key: 's', section: 'Stack' },
  { name: 'Charts', to: '/charts', icon: 'chart', page: 'charts/ChartsPage', key: 'c', section: 'Stack' },
  {
    name: 'Dashboards',
    to: '/dashboards',
    icon: 'dashboard',
    page: 'dashboards/DashboardsPage',
    key: 'd',
    section: 'Stack',
  },
  { name: 'Alerts', to: '/alerts', icon: 'alert', page: 'alerts/AlertsPage', key: 'a', section: 'Stack' },
  { name: 'Traces', to: '/traces', icon: 'trace', page: 'traces/TracesPage', key: 't', section: 'Stack' },
  { name: 'Services', to: '/services', icon: 'service', page: 'services/ServicesPage', key: 'v', section: 'Stack' },
  { name: 'Metrics', to: '/metrics', icon: 'metric', page: 'metrics/MetricsPage', key: 'i', section: 'Stack' },
  { name: 'Cloud', to: '/cloud', icon: 'cloud', page: 'cloud/CloudPage', key: 'k', section: 'Cloud' },
  { name: 'Send data', to: '/send', icon: 'send', page: 'setup/SendPage', key: 'n', section: 'Settings' },
  { name: 'Team settings', to: '/team', icon: 'team', page: 'team/TeamPage', key: 'm', section: 'Settings' },
  { name: 'Account', to: '/account', icon: 'account', page: 'account/AccountPage', key: 'u', section: 'Settings' },
];

/** The places whose pages this build has and somebody may open, in the order of the side bar. Those of telemetry say why there is none. */
export function placesOf(session: Session | null | undefined): Place[] {
  return all.filter(
    ({ page, to }) => hasPage(page) && opens(session, to) && [null, 'data', 'read:Source'].includes(lacks(session, to)),
  );
}
