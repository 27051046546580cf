/** How narrow and how wide something can be, in pixels. */
export interface Limits {
  min: number;
  max: number;
}

const keyPixels = 16;

export function bounded(width: number, { min, max }: Limits): number {
  return Math.round(Math.max(min, Math.min(max, width)));
}

/** The width that a key leads to when its edge moves to the right by a sign; null for keys that resize nothing. */
export function keyWidth(key: string, width: number, sign: 1 | -1, limits: Limits): number | null {
  switch (key) {
    case 'ArrowRight':
      return bounded(width + sign * keyPixels, limits);
    case 'ArrowLeft':
      return bounded(width - sign * keyPixels, limits);
    case 'Home':
      return limits.min;
    case 'End':
      return limits.max;
    default:
      return null;
  }
}
