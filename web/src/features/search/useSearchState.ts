import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { isPassing, readState, writeState, type SearchState } from './state';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step before shows the same without an open row. */
    isRowOpened?: boolean;
  }
}

/** The state of the page in its address, and a way to change parts of it. */
export function useSearchState(): [SearchState, (change: Partial<SearchState>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const state = useMemo(() => readState(search), [search]);
  const isOpen = state.row !== '';
  const change = useCallback(
    (part: Partial<SearchState>) => {
      if (isOpen && isClosing(part) && history.location.state.isRowOpened === true) return history.back();
      const isOpening = !isOpen && 'row' in part && part.row !== '';
      return void navigate({
        to: '/search',
        search: (before: Record<string, unknown>) => writeState(before, { ...readState(before), ...part }),
        // Going back closes a row, which covers a phone.
        replace: !isOpening && isPassing(part),
        state: (before) => ({ isRowOpened: isOpening || (before.isRowOpened === true && isReading(part)) }),
      });
    },
    [navigate, history, isOpen],
  );
  return [state, change];
}

/** Only the row is closed, and nothing else changes. */
function isClosing(part: Partial<SearchState>): boolean {
  return part.row === '' && Object.keys(part).length === 1;
}

/** Another row or tab is read, in place of the one before. */
function isReading(part: Partial<SearchState>): boolean {
  return 'row' in part || 'tab' in part;
}
