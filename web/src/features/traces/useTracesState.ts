import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import type { TimeRange } from '../../time/range';
import { readTraces, writeTraces, type TracesState } from './state';

/** Changes parts of the state, and the time range of the page where one is given. */
export type ChangeTraces = (part: Partial<TracesState>, range?: TimeRange) => void;

/** The state of the explorer in its address, and a way to change parts of it. */
export function useTracesState(): [TracesState, ChangeTraces] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => readTraces(search), [search]);
  const change = useCallback<ChangeTraces>(
    (part, range) =>
      void navigate({
        to: '/traces',
        search: (before: Record<string, unknown>) =>
          writeTraces({ ...before, ...range }, { ...readTraces(before), ...part }),
        // Typing a duration, or choosing columns one by one, must not fill the history.
        replace: 'cols' in part || ('minMs' in part && !('part' in part)) || ('maxMs' in part && !('part' in part)),
      }),
    [navigate],
  );
  return [state, change];
}
