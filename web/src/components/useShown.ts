import { useState } from 'react';

import { isAway } from '../api/error';

/** The part of a TanStack query that a view looks at. */
export interface ViewQuery<Data> {
  data: Data | undefined;
  error: unknown;
  isPending: boolean;
  isPlaceholderData?: boolean;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

/** What a view shows, and how old it is. */
interface Shown<Data> {
  data: Data | undefined;
  readAt: number;
}

/**
 * What a query has read. A refresh asks for another time, which is another
 * query: while the server is away, what the one before has read stays.
 */
export function useShown<Data>({ data, error, isPlaceholderData, dataUpdatedAt }: ViewQuery<Data>): Shown<Data> {
  const [last, setLast] = useState<Shown<Data>>({ data: undefined, readAt: 0 });
  if (data !== undefined && isPlaceholderData !== true && dataUpdatedAt !== last.readAt)
    setLast({ data, readAt: dataUpdatedAt });
  if (data === undefined && isAway(error)) return last;
  return { data, readAt: dataUpdatedAt };
}
