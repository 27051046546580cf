import type { NumberFormat } from './api/stack.gen';

/** What a text says: a number as it is stored, or why it says none. */
export type Quantity = { value: number } | { mistake: string };

/** A unit that can be typed: what it measures, and how much of the base unit it is. */
interface Unit {
  measures: Measure;
  size: number;
}

type Measure = 'time' | 'bytes' | 'share' | 'number';

const units: Record<string, Unit> = {
  ns: { measures: 'time', size: 1e-9 },
  us: { measures: 'time', size: 1e-6 },
  µs: { measures: 'time', size: 1e-6 },
  ms: { measures: 'time', size: 1e-3 },
  s: { measures: 'time', size: 1 },
  sec: { measures: 'time', size: 1 },
  m: { measures: 'time', size: 60 },
  min: { measures: 'time', size: 60 },
  h: { measures: 'time', size: 3600 },
  d: { measures: 'time', size: 86_400 },
  b: { measures: 'bytes', size: 1 },
  kb: { measures: 'bytes', size: 1e3 },
  mb: { measures: 'bytes', size: 1e6 },
  gb: { measures: 'bytes', size: 1e9 },
  tb: { measures: 'bytes', size: 1e12 },
  kib: { measures: 'bytes', size: 2 ** 10 },
  mib: { measures: 'bytes', size: 2 ** 20 },
  gib: { measures: 'bytes', size: 2 ** 30 },
  tib: { measures: 'bytes', size: 2 ** 40 },
  '%': { measures: 'share', size: 0.01 },
};
/** Signs for thousands; among them letter case matters. */
const thousands: Record<string, number> = { k: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** The scales that a number is written upon: their units with their sizes, the largest first. */
const scales: Record<Exclude<Measure, 'number'>, [string, number][][]> = {
  time: [
    [
      ['h', 3600],
      ['min', 60],
      ['s', 1],
      ['ms', 1e-3],
      ['µs', 1e-6],
      ['ns', 1e-9],
    ],
  ],
  bytes: [
    [
      ['TiB', 2 ** 40],
      ['GiB', 2 ** 30],
      ['MiB', 2 ** 20],
      ['KiB', 2 ** 10],
      ['B', 1],
    ],
    [
      ['TB', 1e12],
      ['GB', 1e9],
      ['MB', 1e6],
      ['kB', 1e3],
      ['B', 1],
    ],
  ],
  share: [[['%', 0.01]]],
};

/** What the numbers of a format measure. */
function measureOf(format: NumberFormat | undefined): Measure {
  switch (format?.output) {
    case 'time':
    case 'duration':
      return 'time';
    case 'byte':
      return 'bytes';
    case 'percent':
      return 'share';
    default:
      return 'number';
  }
}

/** Commas part thousands: `1,5` may be meant as 1.5 or 15, and is neither. */
const shape = /^([+-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([^\d,]*)$/i;

/** Reads what was typed, such as `1.5s`, as a number of the format; two units may follow each other: `1 min 30 s`. */
export function readQuantity(text: string, format: NumberFormat | undefined): Quantity {
  const parts = text.trim().match(/[+-]?[\d.][\d.,_]*(?:e[+-]?\d+)?\s*[^\d\s.+-]*/gi) ?? [];
  if (parts.length === 0 || parts.join('').replaceAll(/\s/g, '') !== text.replaceAll(/\s/g, ''))
    return { mistake: 'Type a number, such as 10.' };
  const read = parts.map((part) => readPart(part.trim(), format));
  const wrong = read.find((one) => 'mistake' in one);
  if (wrong !== undefined) return wrong;
  const isPair = parts.length > 1;
  if (isPair && measureOf(format) !== 'time') return { mistake: 'Type one number, such as 10.' };
  return { value: tidy(read.reduce((sum, one) => sum + ('value' in one ? one.value : 0), 0)) };
}

function readPart(text: string, format: NumberFormat | undefined): Quantity {
  const match = shape.exec(text);
  const number = Number((match?.[1] ?? '').replaceAll(/[,_]/g, ''));
  if (match === null && text.includes(',')) return { mistake: 'Type a point before decimals, such as 1.5.' };
  if (match === null || !Number.isFinite(number)) return { mistake: 'Type a number, such as 10.' };
  const unit = (match[2] ?? '').trim();
  const measure = measureOf(format);
  const scale = format?.factor ?? 1;
  if (unit === '') return bare(number, measure, scale);
  const known = unitOf(unit, measure);
  if (known === null) return { mistake: `There is no unit “${unit}”. ${exampleOf(measure)}` };
  if (known.measures === measure) return { value: (number * known.size) / scale };
  // A share of a number without a unit is that part of 1.
  if (measure === 'number' && known.measures === 'share') return { value: number * known.size };
  return { mistake: `This value is not in ${unit}. ${exampleOf(measure)}` };
}

/** A number without a unit: plain numbers have none, bytes and percents are clear, durations are not. */
function bare(number: number, measure: Measure, scale: number): Quantity {
  if (measure === 'time' && number !== 0) return { mistake: `Add a unit. ${exampleOf(measure)}` };
  return { value: measure === 'share' ? (number * 0.01) / scale : number / scale };
}

function unitOf(text: string, measure: Measure): Unit | null {
  if (measure === 'number' && Object.hasOwn(thousands, text)) return { measures: 'number', size: thousands[text] ?? 1 };
  const key = text.toLowerCase();
  return Object.hasOwn(units, key) ? (units[key] ?? null) : null;
}

function exampleOf(measure: Measure): string {
  switch (measure) {
    case 'time':
      return 'Type it like 200 ms or 1.5 s.';
    case 'bytes':
      return 'Type it like 512 KiB or 2 GB.';
    case 'share':
      return 'Type it like 5 %.';
    case 'number':
      return 'Type it without one.';
  }
}

/** What of a computed number is more than rounding. */
function tidy(value: number): number {
  return Number(value.toPrecision(14));
}

/** A stored number as it can be typed again, with all its digits: `1.5 s`. Of two scales it takes the shorter text. */
export function writeQuantity(value: number, format: NumberFormat | undefined): string {
  const measure = measureOf(format);
  const scaled = tidy(value * (format?.factor ?? 1));
  if (measure === 'number') return String(value);
  if (scaled === 0) return measure === 'share' ? '0 %' : '0';
  const texts = scales[measure].map((scale) => onScale(scaled, scale));
  return texts.reduce((short, text) => (text.length < short.length ? text : short));
}

function onScale(scaled: number, scale: [string, number][]): string {
  const [unit, size] = scale.find((one) => Math.abs(scaled) >= one[1]) ?? scale.at(-1) ?? ['', 1];
  return `${tidy(scaled / size)} ${unit}`;
}

/** What is shown in a field that a quantity is typed into. */
export function exampleQuantity(format: NumberFormat | undefined): string {
  return { time: '200 ms', bytes: '2 GB', share: '5 %', number: '10' }[measureOf(format)];
}
