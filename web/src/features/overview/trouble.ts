import type { TimeSpan } from '../../time/range';
import type { Health } from '../services/health';

/** What can have become worse about a service. */
export type Worsening = 'errors' | 'latency' | 'silence';

/** A service now and a week before; null while it had no requests. */
export interface Compared {
  name: string;
  now: Health | null;
  before: Health | null;
  worse: Worsening[];
}

const weekMs = 7 * 86_400_000;
/** Fewer requests say nothing about a latency or about silence. */
const requestsMin = 20;
/** A smaller share of errors is nobody's trouble. */
const errorShareMin = 0.01;
/** How many times as many errors, or as long a time, is worse. */
const errorsTimes = 2;
const latencyTimes = 1.5;

/** The same span, a week before: the same hours of the same weekday. */
export function weekBefore({ start, end }: TimeSpan): TimeSpan {
  return { start: start - weekMs, end: end - weekMs };
}

/** Every service of now and of then, the ones in trouble first. */
export function compared(now: Health[], before: Health[]): Compared[] {
  const [nows, befores] = [byName(now), byName(before)];
  return [...new Set([...nows.keys(), ...befores.keys()])]
    .map((name) => pair(name, nows.get(name) ?? null, befores.get(name) ?? null))
    .filter((one) => one.now !== null || one.worse.length > 0)
    .toSorted(byTrouble);
}

function byName(services: Health[]): Map<string, Health> {
  return new Map(services.map((one) => [one.name, one]));
}

function pair(name: string, now: Health | null, before: Health | null): Compared {
  const worse: Worsening[] = [];
  if (now === null && isTelling(before)) worse.push('silence');
  if (hasMoreErrors(now, before)) worse.push('errors');
  if (isSlower(now, before)) worse.push('latency');
  return { name, now, before, worse };
}

function isTelling(health: Health | null): health is Health {
  return health !== null && health.requests >= requestsMin;
}

function hasMoreErrors(now: Health | null, before: Health | null): boolean {
  const share = now?.errorShare ?? 0;
  return share >= errorShareMin && share >= errorsTimes * (before?.errorShare ?? 0);
}

function isSlower(now: Health | null, before: Health | null): boolean {
  if (!isTelling(now) || !isTelling(before) || now.p95 === null || before.p95 === null) return false;
  return now.p95 >= latencyTimes * before.p95;
}

function byTrouble(one: Compared, other: Compared): number {
  return (
    other.worse.length - one.worse.length ||
    (other.now?.errorShare ?? 0) - (one.now?.errorShare ?? 0) ||
    (other.now?.requests ?? 0) - (one.now?.requests ?? 0)
  );
}
