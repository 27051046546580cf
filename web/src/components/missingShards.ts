import type { MissingShard } from '../api/stack.gen';

/** Which shards a result lacks, each once. */
function numbersOf(shards: MissingShard[]): number[] {
  return [...new Set(shards.map(({ shard }) => shard))].toSorted((a, b) => a - b);
}

/** That records are missing, such as `Shard 2 does not answer: its records are missing here.` */
export function missingWords(shards: MissingShard[]): string {
  const numbers = numbersOf(shards);
  if (numbers.length === 1) return `Shard ${numbers[0]} does not answer: its records are missing here.`;
  return `Shards ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} do not answer: their records are missing here.`;
}

/** Why, in a sentence for each reason. */
export function missingReasons(shards: MissingShard[]): string {
  return [...new Set(shards.map(({ reason }) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`))].join(' ');
}

/** What the answer to a question says that it lacks; an answer may come in pages. */
export function missingIn(data: unknown): MissingShard[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('pages' in data && Array.isArray(data.pages)) return data.pages.flatMap(missingIn);
  const { meta } = data as { meta?: { partial?: MissingShard[] } };
  return meta?.partial ?? [];
}
