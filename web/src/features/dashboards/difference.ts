import { tileName } from './board';
import type { Board, BoardTile } from './types';

/** One thing in which two versions of a dashboard differ. */
export interface Difference {
  what: string;
  how: 'added' | 'removed' | 'changed' | 'moved';
}

/** What of a dashboard can be changed. */
type BoardContent = Pick<Board, 'name' | 'tags' | 'filters' | 'containers' | 'savedQuery' | 'tiles'>;

/** What somebody did who made one version out of another. */
export function differences(before: BoardContent, after: BoardContent): Difference[] {
  const found: Difference[] = [];
  if (before.name !== after.name) found.push({ what: `Name: “${after.name}”`, how: 'changed' });
  if (!isSame(before.tags, after.tags)) found.push({ what: 'Tags', how: 'changed' });
  if (!isSame(before.filters, after.filters)) found.push({ what: 'Filters', how: 'changed' });
  if (!isSame(before.containers ?? [], after.containers ?? [])) found.push({ what: 'Sections', how: 'changed' });
  if (before.savedQuery !== after.savedQuery) found.push({ what: 'Saved query', how: 'changed' });
  return [...found, ...tileDifferences(before.tiles, after.tiles)];
}

function tileDifferences(before: BoardTile[], after: BoardTile[]): Difference[] {
  const old = new Map(before.map((tile) => [tile.id, tile]));
  const kept = new Set(after.map(({ id }) => id));
  const found = after.flatMap((tile): Difference[] => {
    const was = old.get(tile.id);
    const how = was === undefined ? 'added' : changeOf(was, tile);
    return how === null ? [] : [{ what: `Tile “${tileName(tile)}”`, how }];
  });
  const gone = before
    .filter(({ id }) => !kept.has(id))
    .map((tile): Difference => ({ what: `Tile “${tileName(tile)}”`, how: 'removed' }));
  return [...found, ...gone];
}

function changeOf(was: BoardTile, is: BoardTile): Difference['how'] | null {
  if (was.name !== is.name || !isSame(was.config, is.config)) return 'changed';
  return isSame(spotOf(was), spotOf(is)) ? null : 'moved';
}

function spotOf({ x, y, w, h, containerId, tabId }: BoardTile): unknown[] {
  return [x, y, w, h, containerId, tabId];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
