import { queryOptions } from '@tanstack/react-query';

import { create, exchange, read, readPages, remove, replace } from '../../api/client';
import type { Alert, AlertBody, AlertPreview, AlertTest, BacktestBody, Delivery } from '../../api/stack.gen';
import type { Backtest } from './types';

/** How often states are read again, so that a firing is seen. */
const refreshMs = 15_000;
const deliveriesMax = 100;

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: () => readPages('/api/v2/alerts'),
  refetchInterval: refreshMs,
});

/** The same for pages that only say whether something fires. */
export const alertsNowQuery = queryOptions({
  queryKey: ['alerts', 'now'],
  queryFn: () => read('/api/v2/alerts'),
  refetchInterval: 2 * refreshMs,
});

export function alertQuery(id: string) {
  return queryOptions({
    queryKey: ['alerts', id],
    queryFn: () => exchange('GET', '/api/v2/alerts/{id}', { path: { id } }),
    refetchInterval: refreshMs,
  });
}

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches', 'all'],
  queryFn: () => readPages('/api/v2/saved-searches'),
});

export function evaluationsQuery(id: string, limit: number) {
  return queryOptions({
    queryKey: ['alerts', id, 'evaluations', limit],
    queryFn: () => read('/api/v2/alerts/{id}/evaluations', { path: { id }, query: { limit } }),
    refetchInterval: refreshMs,
  });
}

export function historyQuery(id: string, limit: number) {
  return queryOptions({
    queryKey: ['alerts', id, 'history', limit],
    queryFn: () => read('/api/v2/alerts/{id}/history', { path: { id }, query: { limit } }),
    refetchInterval: refreshMs,
  });
}

export function deliveriesQuery(of: 'alerts' | 'webhooks', id: string) {
  return queryOptions({
    queryKey: [of, id, 'deliveries'],
    queryFn: () => read(`/api/v2/${of}/{id}/deliveries`, { path: { id }, query: { limit: deliveriesMax } }),
    refetchInterval: refreshMs,
  });
}

export function createAlert(body: AlertBody): Promise<Alert> {
  return create('/api/v2/alerts', { body });
}

/** Replaces an alert; refused with 412 when it is no longer at the version. */
export function replaceAlert(id: string, body: AlertBody, etag: string): Promise<Alert> {
  return replace('/api/v2/alerts/{id}', { path: { id }, body, etag });
}

export function deleteAlert(id: string): Promise<void> {
  return remove('/api/v2/alerts/{id}', { path: { id } });
}

export function silenceAlert(id: string, until: string, reason: string): Promise<Alert> {
  return create('/api/v2/alerts/{id}/silence', { path: { id }, body: { until, reason } });
}

export function unsilenceAlert(id: string): Promise<void> {
  return remove('/api/v2/alerts/{id}/silence', { path: { id } });
}

export function redeliver(id: string): Promise<Delivery> {
  return create('/api/v2/deliveries/{id}/redeliver', { path: { id } });
}

/** Asks what an alert would have done. */
export function backtest(body: BacktestBody): Promise<Backtest> {
  return create('/api/v2/alerts/backtest', { body });
}

/** Asks what an alert would tell if it fired with the last window. */
export function previewAlert(alert: AlertBody): Promise<AlertPreview> {
  return create('/api/v2/alerts/preview', { body: { alert } });
}

/** Sends that to the webhooks of the alert, as a test. */
export function testAlert(alert: AlertBody): Promise<AlertTest> {
  return create('/api/v2/alerts/test', { body: { alert } });
}
