import type { TimeView } from './view';

/** What is looked at in a trace. */
export interface TraceLook {
  /** Id of the open span; empty for the first one. */
  span: string;
  /** What is looked for in the spans. */
  find: string;
  /** The part of the time that is shown; null for all of it. */
  zoom: TimeView | null;
}

/** Changes parts of a look. One that is passing, as typing and stepping by keys are, takes the place of the one before. */
export type ChangeLook = (part: Partial<TraceLook>, isPassing?: boolean) => void;

/** The look at a whole trace with its first span open. */
export const firstLook: TraceLook = { span: '', find: '', zoom: null };

/** Places behind the milliseconds that an address keeps: nanoseconds. */
const msPlaces = 6;

/** Reads a look out of an address; whatever is broken is left out. */
export function readLook({ span, find, zoom }: Record<string, unknown>): TraceLook {
  return { span: textIn(span), find: textIn(find), zoom: readZoom(textIn(zoom)) };
}

function textIn(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function readZoom(text: string): TimeView | null {
  const [from = Number.NaN, to = Number.NaN] = text.split(',').map((part) => (part === '' ? Number.NaN : Number(part)));
  return from >= 0 && to > from && Number.isFinite(to) ? { from, length: to - from } : null;
}

/** Writes a look into an address, without what is as usual. */
export function writeLook({ span, find, zoom }: TraceLook): Record<'span' | 'find' | 'zoom', string | undefined> {
  return {
    span: span || undefined,
    find: find || undefined,
    zoom: zoom === null ? undefined : [zoom.from, zoom.from + zoom.length].map(rounded).join(','),
  };
}

function rounded(ms: number): number {
  return Number(ms.toFixed(msPlaces));
}
