import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { create, exchange, read, readPages, remove, replace } from '../../api/client';
import type { SavedSearch, SavedSearchBody } from '../../api/stack.gen';

/** One saved search; none without an id. */
export function savedSearchQuery(id: string) {
  return queryOptions({
    queryKey: ['saved-searches', id],
    queryFn: () => read('/api/v2/saved-searches/{id}', { path: { id } }),
    enabled: id !== '',
  });
}

/** All saved searches of the team. */
export const savedListQuery = queryOptions({
  queryKey: ['saved-searches', 'list'],
  queryFn: () => readPages('/api/v2/saved-searches'),
});

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
