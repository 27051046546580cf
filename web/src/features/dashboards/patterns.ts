import type { TileContent } from '../../api/stack.gen';
import { counted, short } from '../../number';
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
    ? `Estimated from the newest ${counted(read, 'event')} of ${short(total)}`
    : `Counted in ${counted(read, 'event')}`;
  return [patterns, words];
}

/** What stands in a pattern for texts that differ. */
const blank = /<[\w-]+>/;

/** A condition that events of a pattern meet: the words between what differs, as phrases. */
export function patternWords(pattern: string): string {
  const phrases: string[][] = [[]];
  for (const word of pattern.split(/\s+/)) {
    if (blank.test(word)) phrases.push([]);
    else if (/\w/.test(word)) phrases.at(-1)?.push(word);
  }
  return phrases
    .filter((words) => words.length > 0)
    .map((words) => `"${words.join(' ').replaceAll(/["\\]/g, String.raw`\$&`)}"`)
    .join(' ');
}
