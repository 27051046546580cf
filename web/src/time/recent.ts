import { presets, readInstant, type TimeRange } from './range';

const key = 'cairn-recent-ranges';
const recentMax = 5;

/** Puts a range at the top of those before it; the ranges that are always offered are not worth keeping. */
export function withRecent(before: TimeRange[], range: TimeRange): TimeRange[] {
  if (presets.some((preset) => isSame(preset, range))) return before;
  return [range, ...before.filter((one) => !isSame(one, range))].slice(0, recentMax);
}

/** Reads what the browser has kept; whatever is broken is left out. */
export function recentIn(kept: string | null): TimeRange[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(list) ? list.filter(isRange).slice(0, recentMax) : [];
  } catch {
    return [];
  }
}

/** The ranges that were chosen last in this browser. */
export function recentRanges(): TimeRange[] {
  try {
    return recentIn(localStorage.getItem(key));
  } catch {
    return []; // the browser refuses to keep anything
  }
}

/** Keeps a range that was chosen, where the browser lets us. */
export function rememberRange({ from, to }: TimeRange): void {
  try {
    localStorage.setItem(key, JSON.stringify(withRecent(recentRanges(), { from, to })));
  } catch {
    // The range is chosen all the same.
  }
}

function isSame(one: TimeRange, other: TimeRange): boolean {
  return one.from === other.from && one.to === other.to;
}

function isRange(value: unknown): value is TimeRange {
  if (typeof value !== 'object' || value === null) return false;
  const ends = [(value as Partial<TimeRange>).from, (value as Partial<TimeRange>).to];
  return ends.every((end) => typeof end === 'string' && readInstant(end, Date.now()) !== null);
}
