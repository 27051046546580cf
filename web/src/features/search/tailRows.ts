import type { MissingShard } from '../../api/stack.gen';
import type { Row } from '../../api/telemetry';

/** What an event of a tail holds: rows in the order in which they were stored. */
export interface TailEvent {
  data: Row[];
  skipped: boolean;
  /** The shards that it lacks. */
  partial?: MissingShard[];
}

/** Older rows are forgotten. */
export const tailRowsMax = 5_000;

/** Puts new rows before the ones that are there, the newest first. */
export function addRows(before: Row[], data: Row[]): Row[] {
  return [...data.toReversed(), ...before].slice(0, tailRowsMax);
}
