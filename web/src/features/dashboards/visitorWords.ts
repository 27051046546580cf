import { ApiError, canRetry, describe, describeRead } from '../../api/error';

/**
 * The sentence for a visitor of a shared dashboard. What is wrong with a tile is no concern of theirs, and might tell
 * them a condition; only the time range is theirs to choose.
 */
export function visitorWords(error: unknown): string {
  if (!(error instanceof ApiError) || canRetry(error)) return describeRead(error);
  if (error.details.some(({ path }) => path === 'startTime' || path === 'endTime')) return describe(error);
  if (error.status === 404) return 'This tile is not on the dashboard any more. Reload the page.';
  return 'This tile can’t be shown. Ask the person who shared the dashboard to look at it.';
}
