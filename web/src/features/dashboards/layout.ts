/** The width of the grid that tiles stand on. */
export const columns = 24;
const smallest = 2;

/** Where a tile stands and how large it is. */
export interface Spot {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/**
 * The spots after a key on one of them: arrows move it, with shift they resize
 * it. Others make room and everything moves up as far as it goes. Null for
 * other keys.
 */
export function nudge(spots: Spot[], id: string, key: string, isResizing: boolean): Spot[] | null {
  const spot = spots.find((one) => one.id === id);
  const step = steps[key];
  if (spot === undefined || step === undefined) return null;
  const others = spots.filter((one) => one.id !== id);
  return settle(isResizing ? resized(spot, step) : moved(spot, step, others), others);
}

type Step = readonly [dx: number, dy: number];

const steps: Record<string, Step> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function resized(spot: Spot, [dx, dy]: Step): Spot {
  return { ...spot, w: clamp(spot.w + dx, smallest, columns - spot.x), h: Math.max(smallest, spot.h + dy) };
}

/** Sideways by a column; up and down past the next tile, because tiles leave no room above them. */
function moved(spot: Spot, [dx, dy]: Step, others: Spot[]): Spot {
  const x = clamp(spot.x + dx, 0, columns - spot.w);
  const inWay = others.filter((other) => isInWay({ ...spot, x }, other));
  if (dy > 0) {
    const below = inWay.filter((other) => other.y >= spot.y + spot.h).toSorted((a, b) => a.y - b.y)[0];
    return { ...spot, x, y: below === undefined ? spot.y : below.y + below.h };
  }
  if (dy < 0) {
    const above = inWay.filter((other) => other.y + other.h <= spot.y).toSorted((a, b) => b.y - a.y)[0];
    return { ...spot, x, y: above === undefined ? 0 : above.y };
  }
  return { ...spot, x };
}

/** Puts one tile where it wants to be, the others out of its way, and everything up as far as it goes. */
export function settle(first: Spot, others: Spot[]): Spot[] {
  const placed: Spot[] = [first];
  for (const other of sorted(others)) placed.push(lowered(other, placed));
  const raised: Spot[] = [];
  for (const spot of sorted(placed)) raised.push({ ...spot, y: bottomAbove(spot, raised) });
  return raised;
}

/** A grid this wide has room for tiles as they were laid out. */
const roomyPixels = 900;
/** What a chart needs to be read. */
const tileMinPixels = 280;

/** The spots on a narrow screen: in their order, two to a row or one, as wide as they can be read. */
export function narrowed(spots: Spot[], width: number): Spot[] {
  if (width >= roomyPixels) return spots;
  const least = isOneColumn(width) ? columns : columns / 2;
  let [x, y, bottom] = [0, 0, 0];
  return sorted(spots).map((spot) => {
    const w = spot.w > columns / 2 ? columns : Math.max(least, spot.w);
    if (x + w > columns) [x, y] = [0, bottom];
    const placed = { ...spot, x, y, w };
    [x, bottom] = [x + w, Math.max(bottom, y + spot.h)];
    return placed;
  });
}

/**
 * The spots while tiles are moved: as everybody has them, because that is what
 * is stored, but one to a row where they could not be read otherwise.
 */
export function editedSpots<S extends Spot>(spots: S[], width: number): Spot[] {
  return isOneColumn(width) ? narrowed(spots, width) : spots;
}

/** Says whether a grid has room for one tile in a row. */
export function isOneColumn(width: number): boolean {
  return width < 2 * tileMinPixels;
}

/** The spots after a tile went before or behind its neighbour in the order of reading; null at the ends. */
export function stepped(spots: Spot[], id: string, by: -1 | 1): Spot[] | null {
  const order = sorted(spots);
  const at = order.findIndex((spot) => spot.id === id);
  const [spot, other] = [order[at], order[at + by]];
  if (spot === undefined || other === undefined) return null;
  const rest = spots.filter((one) => one !== spot && one !== other);
  if (spot.y === other.y) {
    const [left, right] = by > 0 ? [spot, other] : [other, spot];
    return settle({ ...right, x: left.x }, [{ ...left, x: right.x + right.w - left.w }, ...rest]);
  }
  if (spot.w !== other.w || spot.h !== other.h) return nudge(spots, id, by > 0 ? 'ArrowDown' : 'ArrowUp', false);
  return settle({ ...spot, x: other.x, y: other.y }, [{ ...other, x: spot.x, y: spot.y }, ...rest]);
}

/** Where the lowest of the tiles above ends. */
function bottomAbove(spot: Spot, above: Spot[]): number {
  return Math.max(0, ...above.filter((other) => isInWay(spot, other)).map((other) => other.y + other.h));
}

/** Says whether two tiles share a column. */
function isInWay(one: Spot, other: Spot): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w;
}

function sorted(spots: Spot[]): Spot[] {
  return spots.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** The tile, as far below its spot as it has to be. */
function lowered(spot: Spot, placed: Spot[]): Spot {
  let y = spot.y;
  for (let hit = collision({ ...spot, y }, placed); hit !== undefined; hit = collision({ ...spot, y }, placed))
    y = hit.y + hit.h;
  return { ...spot, y };
}

function collision(spot: Spot, placed: Spot[]): Spot | undefined {
  return placed.find((other) => isInWay(spot, other) && spot.y < other.y + other.h && other.y < spot.y + spot.h);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
