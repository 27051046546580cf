import { queryOptions } from '@tanstack/react-query';

import { call, create, read, remove } from '../../api/client';
import type { Container, CreateShareLinkInputBody, Filter, ShareLink, SharedDashboard } from '../../api/stack.gen';
import type { TimeSpan } from '../../time/range';
import type { Choices } from './scope';
import type { TileReader } from './tiles/tileReader';
import type { Board, TileConfig } from './types';

/** How long a link works. */
export type Lifetime = CreateShareLinkInputBody['expiresIn'];

export const lifetimes: { value: Lifetime; label: string }[] = [
  { value: '1h', label: '1 hour' },
  { value: '1d', label: '1 day' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
];

export function shareLinksQuery(id: string) {
  return queryOptions({
    queryKey: ['dashboards', id, 'share-links'],
    queryFn: () => read('/api/v2/dashboards/{id}/share-links', { path: { id } }),
    staleTime: 0,
  });
}

export function createShareLink(id: string, expiresIn: Lifetime): Promise<ShareLink> {
  return create('/api/v2/dashboards/{id}/share-links', { path: { id }, body: { expiresIn } });
}

export function revokeShareLink(id: string): Promise<void> {
  return remove('/api/v2/dashboards/share-links/{id}', { path: { id } });
}

/** The state of a link at a time, in a word. */
export function stateOf({ revokedAt, expireAt }: Pick<ShareLink, 'revokedAt' | 'expireAt'>, now: number): string {
  if (revokedAt !== null) return 'Revoked';
  return Date.parse(expireAt) > now ? 'Active' : 'Expired';
}

/** The dashboard behind the token of a link. */
export function sharedQuery(token: string) {
  return queryOptions({
    queryKey: ['shared', token],
    queryFn: () => create('/api/v2/shared', { body: { token } }),
    retry: false,
  });
}

/** A shared dashboard as the page works with it. */
export function sharedBoard({ name, tiles, filters, containers }: SharedDashboard) {
  return {
    name,
    containers: containers as Container[],
    tiles: tiles.map((tile) => ({ ...tile, id: tile.id ?? '', config: tile.config as unknown as TileConfig })),
    filters: filters.map(({ variableName, ...filter }): Filter => ({
      ...filter,
      ...(variableName !== undefined && { variableName, isVariableEnabled: true }),
    })),
  } satisfies Pick<Board, 'name' | 'tiles' | 'filters' | 'containers'>;
}

/** Reads a tile by its id: of the question only the time and the choices of filters are sent. */
export function sharedReader(token: string, tileId: string, choices: Choices): TileReader {
  const chosen = Object.entries(choices).map(([filterId, values]) => ({ filterId, values }));
  return {
    key: JSON.stringify([tileId, chosen]),
    async read({ startTime, endTime, granularity = 'auto' }, signal) {
      const body = { token, tileId, startTime, endTime, granularity, choices: chosen };
      const { data, meta } = await call('POST', '/api/v2/shared/tile', { body, signal });
      return { ...data, meta };
    },
  };
}

/** The most frequent values of a filter. */
export function sharedValues(token: string, filterId: string, span: TimeSpan, signal: AbortSignal) {
  return create('/api/v2/shared/values', { body: { token, filterId, ...wholeTimes(span) }, signal });
}

function wholeTimes({ start, end }: TimeSpan): { startTime: number; endTime: number } {
  return { startTime: Math.floor(start), endTime: Math.ceil(end) };
}
