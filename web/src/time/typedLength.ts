import type { Unit } from './range';

/** A length of time: of the clock, or so many months of the calendar. */
export type Length = { ms: number; unit: Unit } | { months: number };

const unitMs: Record<Unit, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };

/** How each unit may be written; months and years differ in length, so they are counted by the calendar. */
const units: [RegExp, Unit | 'month' | 'year'][] = [
  [/^s(?:ecs?|econds?)?$/, 's'],
  [/^m(?:ins?|inutes?)?$/, 'm'],
  [/^h(?:rs?|ours?)?$/, 'h'],
  [/^d(?:ays?)?$/, 'd'],
  [/^w(?:ks?|eeks?)?$/, 'w'],
  [/^mo(?:nths?)?$/, 'month'],
  [/^y(?:rs?|ears?)?$/, 'year'],
];

const whole = /^(?:\d+(?:\.\d+)? ?[a-z]+ ?)+$/;

/** Reads `2h`, `90 minutes`, `1h30m`, `a week`, `3 months`; null when the text is no length. */
export function readLength(text: string): Length | null {
  const given = text.replace(/^(?:an?|one) /, '1 ').replace(/^half 1 |^half an? /, '0.5 ');
  if (!whole.test(given)) return null;
  const parts = [...given.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/g)].map(([, count, name]) => ({
    count: Number(count),
    unit: units.find(([form]) => form.test(name ?? ''))?.[1],
  }));
  const [first] = parts;
  if (first?.unit === 'month' || first?.unit === 'year') return parts.length === 1 ? monthsOf(first) : null;
  return clockLength(parts);
}

function monthsOf({ count, unit }: { count: number; unit?: string | undefined }): Length | null {
  const months = count * (unit === 'year' ? 12 : 1);
  return Number.isInteger(months) && months > 0 ? { months } : null;
}

function clockLength(parts: { count: number; unit?: Unit | 'month' | 'year' | undefined }[]): Length | null {
  let ms = 0;
  let smallest: Unit = 'w';
  for (const { count, unit } of parts) {
    if (unit === undefined || unit === 'month' || unit === 'year') return null;
    ms += count * unitMs[unit];
    if (unitMs[unit] < unitMs[smallest]) smallest = unit;
  }
  const order = Object.keys(unitMs) as Unit[];
  const unit = order.slice(order.indexOf(smallest)).find((one) => ms % unitMs[one] === 0);
  return unit === undefined || ms === 0 ? null : { ms, unit };
}

/** The time so long ago as ranges have it: `now-90m`. */
export function backText({ ms, unit }: { ms: number; unit: Unit }): string {
  return `now-${ms / unitMs[unit]}${unit}`;
}
