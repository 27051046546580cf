import type { Alert } from '../../api/stack.gen';
import { shardWords } from '../../components/missingShards';
import { minuteTime, type Zone } from '../../time/format';

/** What of an alert shows whether it waits for a shard. */
type Waiting = Pick<Alert, 'executionErrors' | 'lastEvaluatedThrough'>;

/** How the server names a shard of a cluster that an evaluation could not read. */
const shardNamed = /\bshard (\d+) of the telemetry engine\b/;

/** The shard that the next window of an alert waits for; null when it waits for none. */
export function awaitedShard({ executionErrors }: Pick<Waiting, 'executionErrors'>): number | null {
  const [, number] = shardNamed.exec(executionErrors[0]?.message ?? '') ?? [];
  return number === undefined ? null : Number(number);
}

/** That an alert waits for a shard, such as `Waiting for shard 2`; null when it does not. */
export function waitingFor(alert: Waiting): string | null {
  const shard = awaitedShard(alert);
  return shard === null ? null : `Waiting for ${shardWords([shard]).toLowerCase()}`;
}

/** The same with since when, and what happens then. */
export function waitingWords(alert: Waiting, zone: Zone): string | null {
  const waiting = waitingFor(alert);
  const [error] = alert.executionErrors;
  if (waiting === null || error === undefined) return null;
  const { lastEvaluatedThrough: through } = alert;
  const since = minuteTime(Date.parse(error.timestamp), zone);
  const window = through === null ? 'its first window' : `the window of ${minuteTime(Date.parse(through), zone)}`;
  return `${waiting} since ${since}; ${window} is evaluated when it is back.`;
}
