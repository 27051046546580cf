import type { Alert, Dashboard, SavedSearch, Tile } from '../../api/stack.gen';
import { unchosen } from '../dashboards/scope';
import { textWith } from '../dashboards/variables';

/** What alerts may be named after. */
export interface Named {
  dashboards: Pick<Dashboard, 'id' | 'name' | 'tiles' | 'filters'>[];
  searches: Pick<SavedSearch, 'id' | 'name'>[];
}

/** What an alert is called wherever it is shown: by its own name, or after what it watches. */
export function alertName(alert: Alert, named: Named): string {
  if (alert.name !== undefined && alert.name !== '') return alert.name;
  return (alert.source === 'tile' ? ofTile(alert, named) : ofSearch(alert, named)) ?? 'Untitled alert';
}

function ofTile({ dashboardId, tileId }: Alert, { dashboards }: Named): string | undefined {
  const dashboard = dashboards.find(({ id }) => id === dashboardId);
  const tile = dashboard?.tiles.find(({ id }) => id === tileId);
  return dashboard === undefined || tile === undefined ? undefined : tileName(tile, dashboard);
}

function ofSearch({ savedSearchId }: Alert, { searches }: Named): string | undefined {
  return searches.find(({ id }) => id === savedSearchId)?.name;
}

/** A tile among those of all dashboards, with nothing chosen, as alerts watch it. */
export function tileName(tile: Pick<Tile, 'name'>, dashboard: Pick<Dashboard, 'name' | 'filters'>): string {
  return `${textWith(tile.name, unchosen(dashboard.filters)) || 'Tile'} on ${dashboard.name}`;
}
