import { useQuery } from '@tanstack/react-query';

import { ApiError } from '../../api/error';
import { columnOf } from '../../components/query/complete';
import { histogramQuery, type Asked } from './queries';
import type { SearchState } from './state';
import { typedAt } from './where';

/** What is wrong with a query. */
export interface Mistake {
  /** The sign at which it goes wrong, counted from zero; null when that is not known. */
  at: number | null;
  message: string;
}

/** What the server says about the query; the histogram asks with it first. */
export function useMistake(asked: Asked, state: SearchState): Mistake | null {
  const { error } = useQuery({ ...histogramQuery(asked), enabled: !state.isLive });
  if (!(error instanceof ApiError) || error.status !== 400) return null;
  const column = columnOf(error.message);
  const at = column === null ? null : column - 1 - typedAt(state.filters);
  return { at, message: error.message.replace(/^(?:series\S*\.)?where: (?:col \d+: )?/i, 'Query: ') };
}
