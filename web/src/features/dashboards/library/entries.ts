import type { Dashboard, Source, SourceMetric } from '../../../api/stack.gen';
import { boardName, boardOf, tileName, type NewTile } from '../board';
import { variablesOf } from '../scope';
import { displayNames, type TileConfig } from '../types';
import { metricTile, readyTiles, type ReadyTile } from './ready';

/** A tile of the library. */
export interface LibraryEntry {
  id: string;
  name: string;
  /** Its type and where it is from, which it is found by as well. */
  group: string;
  tile: NewTile;
  /** The dashboard that it is on; null for one that is ready-made. */
  dashboard: string | null;
  /** The variables that it names, of those of its dashboard. */
  variables: string[];
}

/** The ready-made tiles of the sources that are in use. */
export function readyEntries(sources: Source[]): LibraryEntry[] {
  return sources.flatMap((source) => readyTiles(source).map((tile) => readyEntry(source, tile)));
}

/** A ready-made chart of each metric of a source. */
export function metricEntries(source: Source, metrics: SourceMetric[]): LibraryEntry[] {
  return metrics.map((metric) => {
    const entry = readyEntry(source, metricTile(source, metric));
    return { ...entry, id: `${entry.id} ${metric.metricDataType}` };
  });
}

function readyEntry(source: Source, tile: ReadyTile): LibraryEntry {
  return {
    id: `${source.id} ${tile.name}`,
    name: tile.name,
    group: `${displayNames[tile.config.displayType]} · ${source.name}`,
    tile,
    dashboard: null,
    variables: [],
  };
}

/** The tiles of all dashboards but one. */
export function tileEntries(dashboards: Dashboard[], exceptId: string): LibraryEntry[] {
  return dashboards
    .filter(({ id }) => id !== exceptId)
    .flatMap((dashboard) => {
      const from = boardName(dashboard);
      const names = variablesOf({ filters: dashboard.filters, choices: {} }).map(({ name }) => name);
      return boardOf(dashboard).tiles.map((tile): LibraryEntry => ({
        id: `${dashboard.id} ${tile.id}`,
        name: tileName(tile),
        group: `${displayNames[tile.config.displayType]} · ${from}`,
        tile: { name: tile.name, config: tile.config, size: { w: tile.w, h: tile.h } },
        dashboard: from,
        variables: namedBy(tile, names),
      }));
    });
}

/** Those of some variables that a tile names in its title, its conditions, its SQL or its text. */
export function namedBy({ name, config }: { name: string; config: TileConfig }, variables: string[]): string[] {
  const text = JSON.stringify([name, config]);
  return variables.filter((one) => new RegExp(String.raw`\$(?:\{${one}\}|${one}\b)`).test(text));
}
