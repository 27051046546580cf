import type { Alert, Dashboard, SavedSearch } from '../../api/stack.gen';
import { configOf, isChart, type ConfigOf, type TileConfig } from '../dashboards/types';
import type { AlertForm } from './types';
import type { Language } from '../../api/types';

/** What is known of the things that alerts can watch. */
export interface Watchable {
  dashboards: Dashboard[];
  searches: SavedSearch[];
}

/** What an alert watches: its name, where it is, and how it is drawn; null when it is gone. */
export interface Watched {
  name: string;
  /** Null for a tile that a chart can't be made of. */
  config: ConfigOf<'line'> | null;
}

/** What a form watches. */
export function watchedBy(
  form: Pick<AlertForm, 'source' | 'dashboardId' | 'tileId' | 'savedSearchId' | 'groupBy'>,
  { dashboards, searches }: Watchable,
): Watched | null {
  if (form.source === 'tile') {
    const dashboard = dashboards.find(({ id }) => id === form.dashboardId);
    const tile = dashboard?.tiles.find(({ id }) => id === form.tileId);
    return dashboard === undefined || tile === undefined
      ? null
      : { name: `${tile.name || 'Tile'} on ${dashboard.name}`, config: overTime(configOf(tile.config)) };
  }
  const search = searches.find(({ id }) => id === form.savedSearchId);
  return search === undefined ? null : { name: search.name, config: countOf(search, form.groupBy) };
}

/** A chart over time, whatever its type; null for other tiles. */
function overTime(config: TileConfig): ConfigOf<'line'> | null {
  if (!isChart(config)) return null;
  return { ...config, displayType: 'line', compareToPreviousPeriod: false };
}

/** How many events a search finds. */
function countOf(search: SavedSearch, groupBy: string): ConfigOf<'line'> {
  return {
    displayType: 'line',
    sourceId: search.sourceId,
    select: [{ aggFn: 'count', ...conditionOf(search), alias: 'events' }],
    groupBy,
  };
}

/** The condition of a search with its facets, which are SQL: they go along unless the condition is in the other language. */
function conditionOf(search: SavedSearch): { where: string; whereLanguage: Language } {
  const own = (search.where ?? '').trim();
  const facets = (search.filters ?? []).flatMap(({ condition }) =>
    condition === undefined || condition === '' ? [] : [`(${condition})`],
  );
  if (facets.length === 0 || (own !== '' && search.whereLanguage !== 'sql'))
    return { where: own, whereLanguage: search.whereLanguage ?? 'lucene' };
  return { where: [...(own === '' ? [] : [`(${own})`]), ...facets].join(' AND '), whereLanguage: 'sql' };
}

/** What an alert is called: its own name, or what it watches. */
export function alertName(alert: Alert, watchable: Watchable): string {
  if (alert.name !== undefined && alert.name !== '') return alert.name;
  const watched = watchedBy(
    {
      source: alert.source === 'tile' ? 'tile' : 'search',
      dashboardId: alert.dashboardId ?? '',
      tileId: alert.tileId ?? '',
      savedSearchId: alert.savedSearchId ?? '',
      groupBy: '',
    },
    watchable,
  );
  return watched?.name ?? 'Alert';
}
