import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { readState, writeState, type SearchState } from './state';

/** The state of the page in its address, and a way to change parts of it. */
export function useSearchState(): [SearchState, (change: Partial<SearchState>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => readState(search), [search]);
  const change = useCallback(
    (part: Partial<SearchState>) =>
      void navigate({
        to: '/search',
        search: (before: Record<string, unknown>) => writeState(before, { ...readState(before), ...part }),
        // Opening rows one after another must not fill the history; a row near the open one is left by going back.
        replace: 'row' in part || 'tab' in part || part.near === '',
      }),
    [navigate],
  );
  return [state, change];
}
