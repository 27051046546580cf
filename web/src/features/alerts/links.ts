import type { Alert, GroupValue } from '../../api/stack.gen';
import { absoluteRange, type TimeRange } from '../../time/range';
import { chartFor, groupFilter, searchFor, type Address } from '../drill/address';
import type { Watched } from './watched';

/** The events that an alert counts or measures, of a group; null where it watches none. */
export function eventsOf(watched: Watched, group: GroupValue[], range: TimeRange): Address | null {
  if (watched.rows === null) return null;
  const own = group.map(({ name, value }) => groupFilter({ expression: name, value }));
  return searchFor({ ...watched.rows, filters: [...watched.rows.filters, ...own] }, range);
}

/** The tile that an alert watches; null when it watches a search. */
export function tileOf(alert: Alert, range: TimeRange): Address | null {
  if (alert.source !== 'tile') return null;
  return { to: `/dashboards/${alert.dashboardId ?? ''}`, search: { ...range, tile: alert.tileId } };
}

/** A window of an alert, and the group in it that matters. */
export interface GroupWindow {
  windowStart: string;
  windowEnd: string;
  group: GroupValue[];
}

/** What a window was about: its events, or else its chart or its tile, over its time. */
export function windowOf(
  alert: Alert,
  watched: Watched,
  { windowStart, windowEnd, group }: GroupWindow,
): Address | null {
  const range = absoluteRange(Date.parse(windowStart), Date.parse(windowEnd) - 1);
  return (
    eventsOf(watched, group, range) ??
    (watched.config === null ? null : chartFor(watched.config, range)) ??
    tileOf(alert, range)
  );
}
