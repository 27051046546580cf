import type { TimeSpan } from '../../time/range';
import { lengthOf } from '../parts/time';

/** From this share of a range on, it has values enough to tell what a week is like. */
const shareMin = 0.8;

/** How much of a tried range has values, where that is little; null where it is enough. */
export function historyWords(firstValueAt: string | null, { start, end }: TimeSpan): string | null {
  const whole = lengthOf(end - start) ?? '';
  if (firstValueAt === null) return `There is no value in the last ${whole}, so this says nothing about the threshold.`;
  const length = end - Date.parse(firstValueAt);
  if (length >= (end - start) * shareMin) return null;
  const had = lengthOf(length) ?? 'moment';
  return `There are values for the last ${had} only, of ${whole}. Where there was no data before, the figures per week are too low.`;
}
