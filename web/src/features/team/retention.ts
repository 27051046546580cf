/** For how many days telemetry is kept. */
export interface Retention {
  logDays: number;
  traceDays: number;
  metricDays: number;
}

export type Kept = keyof Retention;

/** The longest time that the server keeps telemetry for. */
export const retentionDaysMax = 3650;

export const keptNames: Record<Kept, string> = { logDays: 'Logs', traceDays: 'Traces', metricDays: 'Metrics' };

/** The kinds of telemetry, in the order in which they are shown. */
export const kept: Kept[] = ['logDays', 'traceDays', 'metricDays'];

/** What is in the fields; empty ones are no numbers. */
export type RetentionForm = Record<Kept, number | string>;

/** Reads the fields; null when one of them is not a number of days that the server takes. */
export function retentionOf(form: RetentionForm): Retention | null {
  const { logDays, traceDays, metricDays } = form;
  if (!isDays(logDays) || !isDays(traceDays) || !isDays(metricDays)) return null;
  return { logDays, traceDays, metricDays };
}

function isDays(value: number | string): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= retentionDaysMax;
}

/** Says whether a change keeps everything as it is. */
export function isSame(before: Retention, after: Retention): boolean {
  return kept.every((one) => before[one] === after[one]);
}

/** What a change deletes some of, because it is kept for a shorter time. */
export function shortened(before: Retention, after: Retention): Kept[] {
  return kept.filter((one) => after[one] < before[one]);
}
