import { queryOptions } from '@tanstack/react-query';

import { create, exchange, read, remove, type Versioned } from '../../api/client';
import type { Dashboard, DashboardBody, GrafanaTranslation, SavedDashboard } from '../../api/stack.gen';

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

/** What a dashboard of Grafana becomes; nothing is stored. */
export function translateGrafana(text: string): Promise<GrafanaTranslation> {
  return create('/api/v2/dashboards/grafana', { body: { text } });
}

/** Replaces a dashboard; refused with 412 when it is no longer at the version. */
export function replaceDashboard(id: string, body: DashboardBody, etag: string): Promise<Versioned<Dashboard>> {
  return exchange('PUT', '/api/v2/dashboards/{id}', { path: { id }, body, etag });
}

export function deleteDashboard(id: string): Promise<void> {
  return remove('/api/v2/dashboards/{id}', { path: { id } });
}

/** The kept versions of a dashboard, newest first. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: ['dashboards', id, 'versions'],
    queryFn: () => read('/api/v2/dashboards/{id}/versions', { path: { id } }),
  });
}

/** A dashboard as it was in a version. */
export function versionQuery(id: string, version: number) {
  return queryOptions({
    queryKey: ['dashboards', id, 'versions', version],
    queryFn: (): Promise<SavedDashboard> =>
      read('/api/v2/dashboards/{id}/versions/{version}', { path: { id, version } }),
  });
}

/** Saves an earlier version as the newest one; refused with 412 when the dashboard is no longer at the etag. */
export function restoreVersion(id: string, version: number, etag: string): Promise<Versioned<Dashboard>> {
  return exchange('POST', '/api/v2/dashboards/{id}/versions/{version}/restore', {
    path: { id, version },
    body: {},
    etag,
  });
}
