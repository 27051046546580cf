import type { Alert, GroupValue } from '../../api/stack.gen';
import { absoluteRange, type TimeRange } from '../../time/range';
import { chartFor, groupFilter, searchFor, type Address } from '../drill/address';
import type { Evaluation } from './types';
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

/** What a window was about: its events, or else its chart or its tile, over its time. */
export function windowOf(alert: Alert, watched: Watched, evaluation: Evaluation): Address | null {
  const range = absoluteRange(Date.parse(evaluation.windowStart), Date.parse(evaluation.windowEnd) - 1);
  const firing = evaluation.groups.find(({ breached }) => breached);
  return (
    eventsOf(watched, firing?.group ?? [], range) ??
    (watched.config === null ? null : chartFor(watched.config, range)) ??
    tileOf(alert, range)
  );
}
