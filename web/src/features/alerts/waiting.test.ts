import { expect, test } from 'vitest';

import { awaitedShard, waitingFor, waitingWords } from './waiting';

const [at, through] = ['2026-03-01T12:03:10Z', '2026-03-01T12:02:00Z'];

function alert(message: string, lastEvaluatedThrough: string | null = through) {
  return { lastEvaluatedThrough, executionErrors: [{ timestamp: at, type: 'QUERY_ERROR', message }] };
}

const away = 'shard 2 of the telemetry engine does not answer: connection refused';

test('an alert that waits for a shard says since when, and for which window', () => {
  expect(awaitedShard(alert(away))).toBe(2);
  expect(waitingFor(alert(away))).toBe('Waiting for shard 2');
  expect(waitingWords(alert(away), 'UTC')).toBe(
    'Waiting for shard 2 since 12:03; the window of 12:02 is evaluated when it is back.',
  );
  expect(waitingWords(alert(away, null), 'UTC')).toContain('its first window is evaluated');
});

test('other failures are no waiting for a shard', () => {
  for (const other of ['the query took too long', 'shard 2', 'the shard 2 of a field is unknown']) {
    expect(waitingWords(alert(other), 'UTC')).toBeNull();
  }
  expect(waitingWords({ lastEvaluatedThrough: through, executionErrors: [] }, 'UTC')).toBeNull();
});
