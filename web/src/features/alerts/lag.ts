import type { Alert } from '../../api/stack.gen';
import { counted } from '../../number';
import { lengthOf } from '../parts/time';
import { intervalMs } from './form';

/** An alert that is behind by more of its intervals than this is late. */
const intervalsBehindMax = 2;

/** What of an alert shows whether it is evaluated in time. */
export type Timed = Pick<Alert, 'interval' | 'lagSeconds' | 'state'>;

/**
 * Says whether an alert is evaluated later than its interval allows for. One
 * that can’t be evaluated waits for somebody to repair it, not for the server.
 */
export function isLate({ interval, lagSeconds, state }: Timed): boolean {
  return state !== 'error' && lagSeconds * 1000 > intervalsBehindMax * intervalMs(interval);
}

/** For how long the next window of an alert has been waiting. */
export function waitWords({ lagSeconds }: Timed): string {
  return lengthOf(lagSeconds * 1000) ?? 'a moment';
}

/** How many alerts are late and by how much; null when all are in time. */
export function latenessOf(alerts: Timed[]): string | null {
  const late = alerts.filter(isLate).toSorted((a, b) => b.lagSeconds - a.lagSeconds);
  const [worst] = late;
  if (worst === undefined) return null;
  const subject =
    alerts.length === 1
      ? 'the only alert has been waiting'
      : `${late.length} of ${counted(alerts.length, 'alert')} ${late.length === 1 ? 'has' : 'have'} been waiting`;
  return `${subject}${late.length === 1 ? '' : ', the longest'} for ${waitWords(worst)}`;
}
