import { ancestorsOf } from './find';
import type { TraceSpan } from './model';

/** So many lines are passed over by a page key. */
const pageLines = 20;

/** What a key does in the waterfall: opens the line at a place, or folds a span or unfolds it. */
export type KeyStep = { to: number } | { fold: string } | null;

/** The step of a key from a line; null when it has none. */
export function keyStep(key: string, shown: TraceSpan[], at: number, folded: ReadonlySet<string>): KeyStep {
  const span = shown[at];
  if (span === undefined) return null;
  const canFold = span.childCount > 0;
  if (key === 'ArrowLeft') return canFold && !folded.has(span.id) ? { fold: span.id } : moved(parentAt(shown, at), at);
  if (key === 'ArrowRight' && !canFold) return null;
  if (key === 'ArrowRight' && folded.has(span.id)) return { fold: span.id };
  return moved(placeAfter(key, at, shown.length), at);
}

function moved(to: number, at: number): KeyStep {
  return to === at ? null : { to };
}

function placeAfter(key: string, at: number, count: number): number {
  const places: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowRight: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageLines,
    PageUp: at - pageLines,
    Home: 0,
    End: count - 1,
  };
  return Math.max(0, Math.min(count - 1, places[key] ?? at));
}

function parentAt(shown: TraceSpan[], at: number): number {
  const depth = shown[at]?.depth ?? 0;
  if (depth === 0) return at;
  return shown.findLastIndex((one, place) => place < at && one.depth < depth);
}

/** The line that keys go on from: that of the open span, or of the nearest span above it that is shown. */
export function keyedAt(spans: TraceSpan[], shown: TraceSpan[], openId: string): number {
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  const own = places.get(openId);
  if (own !== undefined) return own;
  for (const id of ancestorsOf(spans, openId)) {
    const place = places.get(id);
    if (place !== undefined) return place;
  }
  return 0;
}
