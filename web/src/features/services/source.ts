import type { Source } from '../../api/stack.gen';
import { firstSource } from '../../api/telemetry';

/** The team's first source of traces. */
export function traceSourceOf(sources: Source[]): Source | undefined {
  return firstSource(sources, 'trace');
}

/** Nanoseconds of a duration in the source's unit. */
export function nanoseconds(value: number, source: Source): number {
  return value * 10 ** (9 - (source.durationPrecision ?? 3));
}
