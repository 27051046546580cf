import { queryOptions } from '@tanstack/react-query';

import { drawTile } from '../../api/telemetry';
import { mistakeOf } from './mistake';
import type { Condition } from './scope';

/** A condition is read by the server alone: a text has no rows, so nothing else is. */
const text = { config: { displayType: 'markdown', markdown: '' } } as const;

/** Reads a condition without asking for anything; it fails with what is wrong. */
export function conditionQuery(condition: Condition) {
  return queryOptions({
    queryKey: ['condition', condition],
    queryFn: ({ signal }) =>
      drawTile({ tile: text, startTime: Date.now(), endTime: Date.now(), filters: [condition] }, signal),
    enabled: condition.where !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What is wrong with a condition, in the words of its field; null when a failure is not about it. */
export function mistakeIn(error: unknown): string | null {
  const mistake = mistakeOf(error);
  return mistake !== null && /^filters\.\d+\.\w+$/.test(mistake.path) ? mistake.message : null;
}
