import { useNavigate, useSearch } from '@tanstack/react-router';

import type { Narrowing } from '../parts/tagged';
import { states } from './states';
import type { AlertState } from './types';

/** What the list of alerts is narrowed to. */
export interface AlertFilter extends Narrowing {
  state: AlertState | null;
}

/** What an address narrows the list to; what it does not know is passed over. */
export function filterIn(search: Record<string, unknown>): AlertFilter {
  return {
    state: states.find((state) => state === search.state) ?? null,
    text: textIn(search.q),
    tag: textIn(search.tag),
  };
}

function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The filter of the list, which is in the address; null takes it away. */
export function useAlertFilter(): [AlertFilter, (filter: AlertFilter | null) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (filter: AlertFilter | null) =>
    void navigate({
      to: '.',
      replace: true,
      search: (before: Record<string, unknown>) => ({
        ...before,
        state: filter?.state ?? undefined,
        q: filter?.text || undefined,
        tag: filter?.tag || undefined,
      }),
    });
  return [filterIn(search), set];
}
