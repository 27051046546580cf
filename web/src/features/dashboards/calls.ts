import { queryOptions } from '@tanstack/react-query';

import { create, exchange, read, remove, type Versioned } from '../../api/records';
import type { Dashboard, DashboardBody } from '../../api/stack.gen';

const root = '/api/v2/dashboards';

export const dashboardsQuery = queryOptions({
  queryKey: ['dashboards'],
  queryFn: () => read<Dashboard[]>(root),
});

/** A dashboard with the version that a save will name. */
export function dashboardQuery(id: string) {
  return queryOptions({
    queryKey: ['dashboards', id],
    queryFn: () => exchange<Dashboard>('GET', `${root}/${encodeURIComponent(id)}`),
  });
}

export function createDashboard(body: DashboardBody): Promise<Dashboard> {
  return create(root, body);
}

/** Replaces a dashboard; refused with 412 when it is no longer at the version. */
export function replaceDashboard(id: string, body: DashboardBody, etag: string): Promise<Versioned<Dashboard>> {
  return exchange('PUT', `${root}/${encodeURIComponent(id)}`, { body, etag });
}

export function deleteDashboard(id: string): Promise<void> {
  return remove(`${root}/${encodeURIComponent(id)}`);
}
