import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { call, create, exchange, read, remove, replace } from '../../api/client';
import type { SavedSearch, SavedSearchBody } from '../../api/stack.gen';

const pageItems = 1_000;

/** One saved search; none without an id. */
export function savedSearchQuery(id: string) {
  return queryOptions({
    queryKey: ['saved-searches', id],
    queryFn: () => read('/api/v2/saved-searches/{id}', { path: { id } }),
    enabled: id !== '',
  });
}

/** All saved searches of the team. */
export const savedListQuery = queryOptions({ queryKey: ['saved-searches', 'list'], queryFn: readAll });

async function readAll(): Promise<SavedSearch[]> {
  const all: SavedSearch[] = [];
  for (;;) {
    // Each page begins where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const { data, meta } = await call('GET', '/api/v2/saved-searches', {
      query: { limit: pageItems, offset: all.length },
    });
    all.push(...data);
    if (data.length === 0 || all.length >= meta.total) return all;
  }
}

export function createSaved(body: SavedSearchBody): Promise<SavedSearch> {
  return create('/api/v2/saved-searches', { body });
}

/** Changes what a saved search is called, and leaves what it finds as it is by now. */
export async function renameSaved(id: string, name: string, tags: string[]): Promise<SavedSearch> {
  const { value, etag } = await exchange('GET', '/api/v2/saved-searches/{id}', { path: { id } });
  const { id: _id, teamId: _teamId, createdAt: _made, updatedAt: _changed, sourceMissing: _missing, ...kept } = value;
  return replace('/api/v2/saved-searches/{id}', { path: { id }, body: { ...kept, name, tags }, etag });
}

export function deleteSaved(id: string): Promise<void> {
  return remove('/api/v2/saved-searches/{id}', { path: { id } });
}

/** Has everything read again that lists saved searches. */
export function useSavedChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => /^(?:saved-searches|palette|alerts)$/.test(String(queryKey[0])),
    });
}
