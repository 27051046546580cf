import { expect, test } from 'vitest';

import type { Health } from '../services/health';
import { compared, weekBefore } from './trouble';

function health(name: string, parts: Partial<Health> = {}): Health {
  return { name, requests: 100, perSecond: 1, errorShare: 0, p50: 1, p95: 10, p99: 20, ...parts };
}

test.each([
  ['nothing changed', health('a'), health('a'), []],
  ['errors that are new', health('a', { errorShare: 0.02 }), health('a'), ['errors']],
  ['errors that were always there', health('a', { errorShare: 0.02 }), health('a', { errorShare: 0.015 }), []],
  ['errors that hardly matter', health('a', { errorShare: 0.009 }), health('a'), []],
  ['slower', health('a', { p95: 15 }), health('a'), ['latency']],
  ['slower, of too few to tell', health('a', { p95: 15, requests: 19 }), health('a'), []],
  ['slower than a week without a latency', health('a', { p95: 15 }), health('a', { p95: null }), []],
  ['slower and failing', health('a', { p95: 90, errorShare: 1 }), health('a'), ['errors', 'latency']],
  ['a new service that fails', health('a', { errorShare: 0.5 }), null, ['errors']],
  ['a service that fell silent', null, health('a'), ['silence']],
] as const)('%s', (_, now, before, worse) => {
  const [one] = compared(now === null ? [] : [now], before === null ? [] : [before]);
  expect(one?.worse).toEqual(worse);
});

test('a service that had hardly anything to do may be silent', () => {
  expect(compared([], [health('a', { requests: 19 })])).toEqual([]);
});

test('the ones in trouble come first, then those with more errors, then the busy ones', () => {
  const now = [
    health('busy', { requests: 900 }),
    health('quiet'),
    health('some errors', { errorShare: 0.005 }),
    health('slow', { p95: 99 }),
  ];
  const before = [health('slow'), health('gone'), health('busy')];
  expect(compared(now, before).map(({ name }) => name)).toEqual(['slow', 'gone', 'some errors', 'busy', 'quiet']);
});

test('a week before is the same time of the same weekday', () => {
  expect(weekBefore({ start: 604_800_000, end: 604_800_001 })).toEqual({ start: 0, end: 1 });
});
