import type { MissingShard } from '../api/stack.gen';

/** Which shards a result lacks, each once. */
function numbersOf(shards: MissingShard[]): number[] {
  return [...new Set(shards.map(({ shard }) => shard))].toSorted((a, b) => a - b);
}

/** Names shards, such as `Shards 2 and 3`. */
export function shardWords(numbers: number[]): string {
  if (numbers.length === 1) return `Shard ${numbers[0]}`;
  return `Shards ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}

/** That records are missing, such as `Shard 2 does not answer: records may be missing.` */
export function missingWords(shards: MissingShard[]): string {
  const numbers = numbersOf(shards);
  return `${shardWords(numbers)} ${numbers.length === 1 ? 'does' : 'do'} not answer: records may be missing.`;
}

/** Why, in a sentence for each reason. */
export function missingReasons(shards: MissingShard[]): string {
  return [...new Set(shards.map(({ reason }) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`))].join(' ');
}
