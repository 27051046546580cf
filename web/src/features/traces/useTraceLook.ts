import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import { readLook, writeLook, type ChangeLook, type TraceLook } from '../../components/trace/look';

/** What the address says when no span is open. */
export const closed = 'none';

/** What is looked at in a trace is in the address, so that links lead to it and the way back does. */
export function useTraceLook(): [TraceLook, ChangeLook] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const look = useMemo(() => readLook(search), [search]);
  const change = useCallback<ChangeLook>(
    (part, isPassing = false) =>
      void navigate({
        to: '.',
        replace: isPassing,
        search: (before: Record<string, unknown>) => ({ ...before, ...writeLook({ ...readLook(before), ...part }) }),
      }),
    [navigate],
  );
  return [look, change];
}
