/** How a dashboard is shown on a wall: alone, perhaps in turn with others. */
export interface Kiosk {
  /** The dashboards that are shown one after the other; fewer than two: this one stays. */
  cycle: string[];
  everySeconds: number;
}

/** The most dashboards that take turns. */
export const cycleMax = 20;

const shortestSeconds = 5;
const longestSeconds = 3600;
const usualSeconds = 30;

/** Reads from an address whether a dashboard is shown on a wall; null: it is not. */
export function kioskIn({ kiosk, cycle, every }: Record<string, unknown>): Kiosk | null {
  if (kiosk !== '1') return null;
  const ids = typeof cycle === 'string' ? cycle.split(',').filter((id) => /^[\da-f]{24}$/.test(id)) : [];
  return { cycle: [...new Set(ids)].slice(0, cycleMax), everySeconds: secondsOf(every) };
}

function secondsOf(text: unknown): number {
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds <= 0) return usualSeconds;
  return Math.min(longestSeconds, Math.max(shortestSeconds, Math.round(seconds)));
}

/** The same for an address: nothing that is as usual. */
export function kioskFor({ cycle, everySeconds }: Kiosk): Record<string, string | undefined> {
  const takesTurns = cycle.length > 1;
  return {
    kiosk: '1',
    cycle: takesTurns ? cycle.join(',') : undefined,
    every: takesTurns ? String(everySeconds) : undefined,
  };
}

/** The address without it. */
export const noKiosk = { kiosk: undefined, cycle: undefined, every: undefined };

/** The dashboard that follows another one; null when it stays. */
export function nextOf({ cycle }: Kiosk, id: string): string | null {
  if (cycle.length < 2) return null;
  return cycle[(cycle.indexOf(id) + 1) % cycle.length] ?? null;
}
