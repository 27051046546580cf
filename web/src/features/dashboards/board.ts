import type { Container, Dashboard, DashboardBody, TileBody } from '../../api/stack.gen';
import { columns, type Spot } from './layout';
import { sizes } from './tileForm';
import { configOf, displayNames, type Board, type BoardTile, type Seat, type TileConfig } from './types';

/** What the id of a tile begins with until the server has given it one. */
const freshPrefix = 'new-';

/** A stored dashboard as the page works with it. */
export function boardOf(dashboard: Dashboard): Board {
  return {
    ...dashboard,
    tiles: dashboard.tiles.map((tile, at) => ({
      ...tile,
      id: tile.id ?? `${freshPrefix}${at}`,
      config: configOf(tile.config),
    })),
  };
}

/** What is sent to store a board: what the record adds is left out. */
export function bodyOf(board: Board): DashboardBody {
  const { name, tiles, tags, filters, savedQuery, savedQueryLanguage, savedFilterValues, containers } = board;
  return {
    name,
    tags,
    savedFilterValues,
    savedQuery,
    ...(savedQuery !== null && { savedQueryLanguage: savedQueryLanguage ?? 'lucene' }),
    containers: containers ?? [],
    filters: filters.map((filter) =>
      isFresh(filter.id) ? { ...filter, id: undefined } : filter,
    ) as DashboardBody['filters'] & object,
    tiles: tiles.map((tile) => tileBody(tile)),
  };
}

function tileBody({ id, ...tile }: BoardTile): TileBody {
  return { ...tile, config: tile.config, ...(!isFresh(id) && { id }) } as TileBody;
}

function isFresh(id: string | undefined): boolean {
  return id === undefined || id.startsWith(freshPrefix);
}

/** An id that no tile, filter or container of the board has. */
export function freshId(board: Board): string {
  const taken = [...board.tiles, ...board.filters, ...(board.containers ?? [])].map(({ id }) => id);
  let number = taken.length;
  while (taken.includes(`${freshPrefix}${number}`)) number += 1;
  return `${freshPrefix}${number}`;
}

/** A new dashboard with nothing on it. */
export function emptyBody(name: string): DashboardBody {
  return { name, tiles: [], tags: [] };
}

/** The tiles of a seat. */
export function tilesIn(board: Pick<Board, 'tiles'>, seat: Seat): BoardTile[] {
  return board.tiles.filter((tile) => tile.containerId === seat.containerId && tile.tabId === seat.tabId);
}

/** A tile that is not on a board yet; one without a size gets that of its type. */
export interface NewTile {
  name: string;
  config: TileConfig;
  size?: { w: number; h: number };
}

/** The board with a new tile below the others of the seat. */
export function withTile(board: Board, { name, config, size }: NewTile, seat: Seat = {}): Board {
  const { w, h } = size ?? sizes[config.displayType];
  const tile = { id: freshId(board), name, x: 0, y: bottomOf(tilesIn(board, seat)), w, h, ...seat, config };
  return { ...board, tiles: [...board.tiles, tile] };
}

function bottomOf(tiles: BoardTile[]): number {
  return Math.max(0, ...tiles.map((tile) => tile.y + tile.h));
}

/** The board with a tile changed; the others stay as they are. */
export function withChanged(board: Board, id: string, change: Partial<BoardTile>): Board {
  return { ...board, tiles: board.tiles.map((tile) => (tile.id === id ? { ...tile, ...change } : tile)) };
}

/** The board with a tile moved to another seat, below the tiles that are there. */
export function withSeat(board: Board, id: string, seat: Seat): Board {
  return withChanged(board, id, { ...seat, x: 0, y: bottomOf(tilesIn(board, seat)) });
}

export function withoutTile(board: Board, id: string): Board {
  return { ...board, tiles: board.tiles.filter((tile) => tile.id !== id) };
}

/** The board with a copy of a tile: at its right when there is room, otherwise below. */
export function withCopy(board: Board, id: string): Board {
  const tile = board.tiles.find((one) => one.id === id);
  if (tile === undefined) return board;
  const isRight = tile.x + 2 * tile.w <= columns;
  const place = isRight ? { x: tile.x + tile.w, y: tile.y } : { x: tile.x, y: tile.y + tile.h };
  return { ...board, tiles: [...board.tiles, { ...tile, ...place, id: freshId(board), name: `${tile.name} (copy)` }] };
}

/** The board with its tiles moved; the same board when nothing moves. */
export function withSpots(board: Board, spots: Spot[]): Board {
  const moved = new Map(spots.map((spot) => [spot.id, spot]));
  const isSame = board.tiles.every((tile) => isAt(tile, moved.get(tile.id)));
  if (isSame) return board;
  return { ...board, tiles: board.tiles.map((tile) => ({ ...tile, ...moved.get(tile.id) })) };
}

function isAt(tile: Spot, spot: Spot | undefined): boolean {
  return spot === undefined || (tile.x === spot.x && tile.y === spot.y && tile.w === spot.w && tile.h === spot.h);
}

/** The board with one more section. */
export function withContainer(board: Board, title: string): Board {
  const container: Container = { id: crypto.randomUUID(), title, collapsed: false };
  return { ...board, containers: [...(board.containers ?? []), container] };
}

/** The board without a section, whose tiles move to the board itself. */
export function withoutContainer(board: Board, id: string): Board {
  const below = bottomOf(tilesIn(board, {}));
  const tiles = board.tiles.map((tile) => {
    if (tile.containerId !== id) return tile;
    const { containerId: _container, tabId: _tab, ...freed } = tile;
    return { ...freed, y: tile.y + below };
  });
  return { ...board, tiles, containers: (board.containers ?? []).filter((one) => one.id !== id) };
}

/** The board with one more tab in a section; the first tab takes the tiles that the section has. */
export function withTab(board: Board, containerId: string, title: string): Board {
  const tab = { id: crypto.randomUUID(), title };
  const isFirst = (board.containers ?? []).find((one) => one.id === containerId)?.tabs?.length === undefined;
  const containers = (board.containers ?? []).map((one) =>
    one.id === containerId ? { ...one, tabs: [...(one.tabs ?? []), tab] } : one,
  );
  const tiles = isFirst
    ? board.tiles.map((tile) => (tile.containerId === containerId ? { ...tile, tabId: tab.id } : tile))
    : board.tiles;
  return { ...board, containers, tiles };
}

/** What to call a tile that has no name. */
export function tileName(tile: { name: string; config: TileConfig }): string {
  return tile.name === '' ? displayNames[tile.config.displayType] : tile.name;
}

/** What to call a dashboard that has no name. */
export function boardName({ name }: { name: string }): string {
  return name === '' ? 'Untitled' : name;
}
