import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

import type { SavedSearch } from '../../api/stack.gen';
import { orderOfSaved } from './order';
import { filterOfSaved, groupIn } from './saved';
import { savedSearchQuery } from './savedCalls';
import { readState, writeState } from './state';

/**
 * Opens the saved search that the address names: its parts take the place of its id.
 * It returns how the search is read until then, and null for an address without one.
 */
export function useSavedSearch(): UseQueryResult<SavedSearch> | null {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const id = typeof search.saved === 'string' ? search.saved : '';
  const { group } = search;
  const navigate = useNavigate();
  const query = useQuery(savedSearchQuery(id));
  const saved = query.data;
  useEffect(() => {
    if (saved === undefined || id === '') return;
    const state = {
      ...readState({}),
      source: saved.sourceId,
      q: saved.where ?? '',
      lang: saved.whereLanguage ?? 'lucene',
      cols: splitSelect(saved.select ?? ''),
      order: orderOfSaved(saved.orderBy ?? ''),
      filters: [...(saved.filters ?? []).flatMap(({ condition }) => filterOfSaved(condition)), ...groupIn(group)],
    };
    void navigate({
      to: '/search',
      replace: true,
      search: (before: Record<string, unknown>) => writeState(before, state),
    });
  }, [saved, id, group, navigate]);
  return id === '' ? null : query;
}

/** Columns between commas; commas inside of brackets or quotes belong to a column. */
function splitSelect(select: string): string[] {
  return (select.match(/(?:'[^']*'|\([^()]*\)|[^,'()])+/g) ?? []).map((column) => column.trim()).filter(Boolean);
}
