import { useQuery } from '@tanstack/react-query';

import { sourcesQuery } from '../../api/telemetry';
import { dashboardsQuery } from '../dashboards/calls';
import { savedSearchesQuery } from './calls';
import type { Watchable } from './watched';

/** Everything that alerts can watch, as far as it is read. */
export function useWatchable(): Watchable & { isRead: boolean } {
  const dashboards = useQuery(dashboardsQuery).data;
  const searches = useQuery(savedSearchesQuery).data;
  const sources = useQuery(sourcesQuery).data;
  return {
    dashboards: dashboards ?? [],
    searches: searches ?? [],
    sources: sources ?? [],
    isRead: dashboards !== undefined && searches !== undefined && sources !== undefined,
  };
}
