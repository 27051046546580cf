import { emptyWord } from '../../components/signs';
import type { Cell } from '../../charting/content';

/** A share of the whole. */
export interface Slice {
  name: string;
  /** The values that the slice is of. */
  group: string[];
  /** The size that is drawn: a number below zero has none. */
  value: number;
  /** What is written; null for a group without a number, or with one that is not finite. */
  number: number | null;
  share: number;
  /** The slice of a ring with radius 1 around the origin. */
  path: string;
}

const hole = 0.58;

/** The groups as shares, in their order. */
export function slicesOf(cells: Cell[]): Slice[] {
  const named = cells.map(({ group, values }) => ({
    group,
    name: group.map((part) => part || emptyWord).join(' · ') || 'All',
    value: Math.max(0, values[0] ?? 0),
    number: values[0] ?? null,
  }));
  const whole = named.reduce((sum, { value }) => sum + value, 0);
  let from = 0;
  return named.map((one) => {
    const share = whole === 0 ? 0 : one.value / whole;
    const path = ringPath(from, from + share);
    from += share;
    return { ...one, share, path };
  });
}

/** A part of a ring, from one share of a turn to another, starting at the top. */
function ringPath(from: number, to: number): string {
  // An arc can't go all the way round: its ends would be one point.
  if (to - from > 0.9999) return `${circle(1)} ${circle(hole)}`;
  const isLarge = to - from > 0.5 ? 1 : 0;
  return `M${at(1, from)} A1 1 0 ${isLarge} 1 ${at(1, to)} L${at(hole, to)} A${hole} ${hole} 0 ${isLarge} 0 ${at(hole, from)} Z`;
}

function circle(radius: number): string {
  return `M${radius} 0 A${radius} ${radius} 0 1 1 ${-radius} 0 A${radius} ${radius} 0 1 1 ${radius} 0 Z`;
}

function at(radius: number, turn: number): string {
  const angle = turn * 2 * Math.PI - Math.PI / 2;
  return `${(radius * Math.cos(angle)).toFixed(4)} ${(radius * Math.sin(angle)).toFixed(4)}`;
}
