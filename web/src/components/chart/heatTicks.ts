import type { Zone } from '../../time/format';
import { dateTime, dayTime, minuteTime } from '../../time/format';
import { offsetAt } from '../../time/wall';
import { valueAt, type Heat } from './heat';

/** So far apart are the marks of an axis at least, in pixels. */
const timePixels = 90;
const valuePixels = 22;

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const timeSteps = [
  ...[1, 5, 10, 30].map((count) => count * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minuteMs),
  ...[1, 2, 3, 6, 12].map((count) => count * hourMs),
  ...[1, 2, 7, 14, 30].map((count) => count * dayMs),
];

/** Whole seconds, minutes, hours or days, as many as a width has room for. */
export function timeTicks({ columns, stepMs }: Heat, width: number, zone: Zone): { at: number; text: string }[] {
  const first = columns[0] ?? 0;
  const length = columns.length * stepMs;
  const wanted = (length / Math.max(1, width)) * timePixels;
  const step = timeSteps.find((one) => one >= wanted) ?? 30 * dayMs;
  const shift = -offsetAt(first, zone);
  const start = Math.ceil((first - shift) / step) * step + shift;
  const count = Math.max(0, Math.floor((first + length - start) / step) + 1);
  return Array.from({ length: count }, (_, at) => start + at * step).map((at) => ({ at, text: words(at, step, zone) }));
}

function words(at: number, step: number, zone: Zone): string {
  if (step >= dayMs) return dayTime(at, zone).slice(0, 6);
  return step >= minuteMs ? minuteTime(at, zone) : dateTime(at, zone).slice(-8);
}

/** Values at which an axis is marked: powers of ten and their parts on a scale of logarithms, else even steps. */
export function valueTicks(heat: Heat, height: number): number[] {
  const room = Math.max(1, Math.floor(height / valuePixels));
  const [low, high] = [valueAt(heat, heat.rows[0]), valueAt(heat, heat.rows[1] + 1)];
  if ('bounds' in heat.scale) {
    const bounds = heat.scale.bounds.filter(Number.isFinite);
    return bounds.filter((_, at) => at % Math.ceil(bounds.length / room) === 0);
  }
  return 'log' in heat.scale ? logTicks(low, high, room) : evenTicks(low, high, room);
}

function logTicks(low: number, high: number, room: number): number[] {
  const decades = Math.log10(high) - Math.log10(low);
  const parts = decades * 3 <= room ? [1, 2, 5] : [1];
  const first = Math.floor(Math.log10(low));
  const every = Math.max(1, Math.ceil(decades / room));
  return Array.from({ length: Math.ceil(decades) + 2 }, (_, at) => first + at)
    .flatMap((power) => parts.map((part) => Number(`${part}e${power}`)))
    .filter((value) => value >= low && value <= high)
    .filter((_, at) => at % every === 0);
}

function evenTicks(low: number, high: number, room: number): number[] {
  const rough = (high - low) / room;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((part) => part * power >= rough) ?? 10);
  if (!Number.isFinite(step) || step <= 0) return [];
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}
