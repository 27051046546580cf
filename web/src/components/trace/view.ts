/** The part of a trace's time that the waterfall shows, in milliseconds after its start. */
export interface TimeView {
  from: number;
  length: number;
}

/** Where something stands in the view, in percent. */
export interface Bar {
  left: number;
  width: number;
  /** It begins before the view, or ends after it. */
  isCut: boolean;
}

/** The shortest bar that can still be seen. */
const barPercentMin = 0.15;
/** Nothing shorter than a microsecond is looked at closer. */
const viewMsMin = 1e-3;

/** Where a span stands in the view; null when it lies outside. */
export function barOf({ start, length }: { start: number; length: number }, view: TimeView): Bar | null {
  if (start > view.from + view.length || start + length < view.from) return null;
  const [left, right] = [percentOf(start, view), percentOf(start + length, view)];
  const isCut = start < view.from || start + length > view.from + view.length;
  return { left, width: Math.max(barPercentMin, right - left), isCut };
}

/** Where an instant stands in the view, in percent, at one of its ends if it lies outside. */
export function percentOf(at: number, { from, length }: TimeView): number {
  return length === 0 ? 0 : Math.max(0, Math.min(100, ((at - from) / length) * 100));
}

/** The view between two places of another one, which are shares of its length. */
export function zoomed(view: TimeView, one: number, other: number): TimeView {
  const [from, to] = [Math.min(one, other), Math.max(one, other)].map((share) => Math.max(0, Math.min(1, share)));
  const length = ((to ?? 1) - (from ?? 0)) * view.length;
  return length < viewMsMin ? view : { from: view.from + (from ?? 0) * view.length, length };
}

/** The view of one span with a little room around it, within the whole. */
export function viewOf({ start, length }: { start: number; length: number }, whole: number): TimeView {
  const room = Math.max(length, viewMsMin) * 0.05;
  const from = Math.max(0, start - room);
  return { from, length: Math.max(viewMsMin, Math.min(whole, start + length + room) - from) };
}

/** A view that somebody has chosen, as far as it lies within the whole; all of that otherwise. */
export function viewWithin(chosen: TimeView | null, whole: number): TimeView {
  if (chosen === null || chosen.from >= whole) return { from: 0, length: whole };
  return { from: chosen.from, length: Math.min(chosen.length, whole - chosen.from) };
}
