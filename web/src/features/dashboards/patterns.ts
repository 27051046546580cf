import type { TileContent } from '../../api/stack.gen';
import { counted, short } from '../../number';
import type { GroupPart } from '../drill/address';
import { textOf } from './cells';

/** A shape that events share. */
export interface Pattern {
  text: string;
  /** How many events have it, as it is written: with a ≈ where that is estimated. */
  count: string;
  /** One of the events. */
  sample: string;
}

/** The patterns of a tile, the most frequent first, and the words for what they were counted in. */
export function patternsOf({ rows, eventsTotal }: Pick<TileContent, 'rows' | 'eventsTotal'>): [Pattern[], string] {
  const read = rows.reduce((sum, [, count]) => sum + Number(count), 0);
  const total = Math.max(read, eventsTotal ?? read);
  const isEstimated = total > read;
  const countOf = (count: number) => (isEstimated ? `≈ ${short(Math.round((count * total) / read))}` : short(count));
  const patterns = rows.map(([text, count, sample]) => ({
    text: textOf(text),
    count: countOf(Number(count)),
    sample: textOf(sample),
  }));
  const words = isEstimated
    ? `Estimated from ${counted(read, 'event')} of ${short(total)}`
    : `Counted in ${counted(read, 'event')}`;
  return [patterns, words];
}

/** What the events of a pattern have in common; null where the tile does not say of what they are patterns. */
export function patternGroup({ message }: Pick<TileContent, 'message'>, pattern: string): GroupPart[] | null {
  return message === undefined ? null : [{ expression: `messagePattern(${message})`, value: pattern }];
}
