import { queryOptions } from '@tanstack/react-query';

import { create, exchange, read, remove, type Versioned } from '../../api/client';
import type { Dashboard, DashboardBody } from '../../api/stack.gen';

export const dashboardsQuery = queryOptions({
  queryKey: ['dashboards'],
  queryFn: () => read('/api/v2/dashboards'),
});

/** A dashboard with the version that a save will name. */
export function dashboardQuery(id: string) {
  return queryOptions({ queryKey: ['dashboards', id], queryFn: () => readDashboard(id) });
}

/** Reads a dashboard with its version. */
export function readDashboard(id: string): Promise<Versioned<Dashboard>> {
  return exchange('GET', '/api/v2/dashboards/{id}', { path: { id } });
}

export function createDashboard(body: DashboardBody): Promise<Dashboard> {
  return create('/api/v2/dashboards', { body });
}

/** Replaces a dashboard; refused with 412 when it is no longer at the version. */
export function replaceDashboard(id: string, body: DashboardBody, etag: string): Promise<Versioned<Dashboard>> {
  return exchange('PUT', '/api/v2/dashboards/{id}', { path: { id }, body, etag });
}

export function deleteDashboard(id: string): Promise<void> {
  return remove('/api/v2/dashboards/{id}', { path: { id } });
}
