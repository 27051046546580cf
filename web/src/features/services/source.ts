import type { Source } from '../../api/stack.gen';

/** The team's first source of traces. */
export function traceSourceOf(sources: Source[]): Source | undefined {
  return sources.find(({ kind, disabled }) => kind === 'trace' && !disabled);
}

/** Nanoseconds of a duration in the source's unit. */
export function nanoseconds(value: number, source: Source): number {
  return value * 10 ** (9 - (source.durationPrecision ?? 3));
}
