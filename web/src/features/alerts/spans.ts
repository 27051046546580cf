import type { NumberFormat } from '../../api/stack.gen';
import type { Band, Threshold } from '../../components/chart/types';
import { writeQuantity } from '../../quantity';
import { isRange } from './form';
import type { AlertForm, AlertState, Change, Evaluation, Transition } from './types';

/** A time in which something fired. */
export interface Firing {
  from: number;
  to: number;
}

interface Step {
  at: number;
  key: string;
  to: AlertState;
}

/** The times in which any group fired; what still fires goes on to the end. */
export function firingSpans(transitions: Pick<Transition, 'at' | 'group' | 'to'>[], end: number): Firing[] {
  const steps = transitions
    .map(({ at, group, to }): Step => ({ at: Date.parse(at), key: JSON.stringify(group), to }))
    .toSorted((a, b) => a.at - b.at);
  const firing = new Set<string>();
  const spans: Firing[] = [];
  let from = 0;
  for (const { at, key, to } of steps) {
    const wasFiring = firing.size > 0;
    if (to === 'firing') firing.add(key);
    else firing.delete(key);
    if (!wasFiring && firing.size > 0) from = at;
    if (wasFiring && firing.size === 0) spans.push({ from, to: at });
  }
  return firing.size > 0 ? [...spans, { from, to: Math.max(end, from) }] : spans;
}

/** The times in which an alert fired, out of its history. */
export function firedSpans(history: Change[], end: number): Firing[] {
  return firingSpans(
    history.map(({ windowEnd, group, to }) => ({ at: windowEnd, group, to })),
    end,
  );
}

export function bandsOf(spans: Firing[], color: string): Band[] {
  return spans.map(({ from, to }) => ({ from, to, color }));
}

/** The lines of a threshold across a chart. */
export function thresholdLines(
  form: Pick<AlertForm, 'thresholdType' | 'threshold' | 'thresholdMax'>,
  color: string,
  format?: NumberFormat,
): Threshold[] {
  const values = isRange(form.thresholdType) ? [form.threshold, form.thresholdMax] : [form.threshold];
  return values
    .filter((value) => Number.isFinite(value))
    .map((value) => ({ value, color, label: writeQuantity(value, format) }));
}

/** The last windows, oldest first, for the strip of a list. */
export function stripOf(evaluations: Evaluation[], count: number): Evaluation[] {
  return evaluations.slice(0, count).toReversed();
}
