import { queryOptions } from '@tanstack/react-query';

import { call } from '../../api/client';
import { create, exchange, read, remove } from '../../api/records';
import type { Alert, AlertBody, Delivery, SavedSearch } from '../../api/stack.gen';
import type { Backtest, Change, Evaluation } from './types';

const root = '/api/v2/alerts';

/** How often states are read again, so that a firing is seen. */
const refreshMs = 15_000;

export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: () => read<Alert[]>(`${root}?limit=1000`),
  refetchInterval: refreshMs,
});

export function alertQuery(id: string) {
  return queryOptions({
    queryKey: ['alerts', id],
    queryFn: () => exchange<Alert>('GET', `${root}/${id}`),
    refetchInterval: refreshMs,
  });
}

export const savedSearchesQuery = queryOptions({
  queryKey: ['saved-searches', 'all'],
  queryFn: () => read<SavedSearch[]>('/api/v2/saved-searches?limit=1000'),
});

export function evaluationsQuery(id: string, limit: number) {
  return queryOptions({
    queryKey: ['alerts', id, 'evaluations', limit],
    queryFn: () => read<Evaluation[]>(`${root}/${id}/evaluations?limit=${limit}`),
    refetchInterval: refreshMs,
  });
}

export function historyQuery(id: string, limit: number) {
  return queryOptions({
    queryKey: ['alerts', id, 'history', limit],
    queryFn: () => read<Change[]>(`${root}/${id}/history?limit=${limit}`),
    refetchInterval: refreshMs,
  });
}

export function deliveriesQuery(of: 'alerts' | 'webhooks', id: string) {
  return queryOptions({
    queryKey: [of, id, 'deliveries'],
    queryFn: () => read<Delivery[]>(`/api/v2/${of}/${id}/deliveries?limit=100`),
    refetchInterval: refreshMs,
  });
}

export function createAlert(body: AlertBody): Promise<Alert> {
  return create(root, body);
}

/** Replaces an alert; refused with 412 when it is no longer at the version. */
export async function replaceAlert(id: string, body: AlertBody, etag: string): Promise<Alert> {
  return (await exchange<Alert>('PUT', `${root}/${id}`, { body, etag })).value;
}

export function deleteAlert(id: string): Promise<void> {
  return remove(`${root}/${id}`);
}

export function silenceAlert(id: string, until: string, reason: string): Promise<Alert> {
  return create(`${root}/${id}/silence`, { until, reason });
}

export function unsilenceAlert(id: string): Promise<void> {
  return remove(`${root}/${id}/silence`);
}

export function redeliver(id: string): Promise<Delivery> {
  return create(`/api/v2/deliveries/${id}/redeliver`, undefined);
}

/** Asks what an alert would have done. */
export async function backtest(alert: unknown, startTime: number, endTime: number): Promise<Backtest> {
  return (await call<{ data: Backtest }>('POST', `${root}/backtest`, { alert, startTime, endTime })).data;
}
