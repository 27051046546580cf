type Parts = Record<string, unknown>;

/** What the address of a notification says about the events that were counted. */
interface Counted {
  from?: unknown;
  to?: unknown;
  saved: string;
  group?: unknown;
}

/**
 * Notifications lead to a saved search as `/search/<id>`, in the form that their
 * receivers know. Their window ends before its last moment, a range with it.
 */
export function countedBy(saved: string, { from, to, group, team }: Parts): Counted & { team?: unknown } {
  const last = typeof to === 'string' && /^\d+$/.test(to) ? String(Number(to) - 1) : to;
  return {
    saved,
    ...(from !== undefined && { from }),
    ...(last !== undefined && { to: last }),
    ...(group !== undefined && { group }),
    ...(team !== undefined && { team }),
  };
}

/** They lead to a tile as `highlightedTileId`; null for an address that names none. */
export function highlighted({ highlightedTileId: tile, ...parts }: Parts): Parts | null {
  return typeof tile === 'string' ? { ...parts, granularity: undefined, tile } : null;
}
