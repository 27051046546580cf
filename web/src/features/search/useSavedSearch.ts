import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

import { orderOfSaved } from './order';
import { filterOfSaved } from './saved';
import { savedSearchQuery } from './savedCalls';
import { readState, writeState } from './state';

/** Opens the saved search that the address names: its parts take the place of its id. */
export function useSavedSearch(): void {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const id = typeof search.saved === 'string' ? search.saved : '';
  const navigate = useNavigate();
  const saved = useQuery(savedSearchQuery(id)).data;
  useEffect(() => {
    if (saved === undefined || id === '') return;
    const state = {
      ...readState({}),
      source: saved.sourceId,
      q: saved.where ?? '',
      lang: saved.whereLanguage ?? 'lucene',
      cols: splitSelect(saved.select ?? ''),
      order: orderOfSaved(saved.orderBy ?? ''),
      filters: (saved.filters ?? []).flatMap(({ condition }) => filterOfSaved(condition)),
    };
    void navigate({
      to: '/search',
      replace: true,
      search: (before: Record<string, unknown>) => writeState(before, state),
    });
  }, [saved, id, navigate]);
}

/** Columns between commas; commas inside of brackets or quotes belong to a column. */
function splitSelect(select: string): string[] {
  return (select.match(/(?:'[^']*'|\([^()]*\)|[^,'()])+/g) ?? []).map((column) => column.trim()).filter(Boolean);
}
