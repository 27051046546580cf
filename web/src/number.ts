import type { NumberFormat } from './api/stack.gen';
import { isHuge, isWithoutUnit, powered, threeDigits } from './digits';
import { duration } from './time/format';

/** Infinities and what is no number, as PromQL writes them. */
function special(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** Turns a number into text for people. */
export type Formatter = (value: number) => string;

const steps = [
  { from: 1e12, sign: 'T' },
  { from: 1e9, sign: 'G' },
  { from: 1e6, sign: 'M' },
  { from: 1e4, sign: 'k', size: 1e3 },
];

/** What a number has besides is rounding. */
const digitsMax = 15;

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const decimal = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** `12.3 k`: three digits and a sign for thousands. */
export function short(value: number): string {
  const step = steps.find(({ from }) => Math.abs(value) >= from);
  if (step === undefined) return plain(value);
  if (isWithoutUnit(value / step.from)) return plain(value);
  return `${threeDigits(value / (step.size ?? step.from))} ${step.sign}`;
}

/** As much of a number as a small field has room for: whole, or three digits. */
export function brief(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

/** `12,345.6`: all digits that matter, with separators. */
export function plain(value: number): string {
  if (!Number.isFinite(value)) return special(value);
  if (isHuge(value)) return powered(value);
  const places = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 2 : 4;
  return value.toLocaleString('en-US', { maximumFractionDigits: places, signDisplay: 'negative' });
}

/** `1 row`, `2 rows`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${plain(count)} ${count === 1 ? noun : nouns}`;
}

/** `12`, or `10,000 of 12,345` where there are more than are shown. */
export function partWords(shown: number, total: number): string {
  return shown < total ? `${plain(shown)} of ${plain(total)}` : plain(shown);
}

/** `3.2 MiB`, or `3.4 MB` when counted in thousands. */
export function bytes(value: number, isDecimal = false): string {
  const base = isDecimal ? 1000 : 1024;
  const units = isDecimal ? decimal : binary;
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log(Math.max(1, Math.abs(value))) / Math.log(base))),
  );
  const scaled = value / base ** step;
  return isWithoutUnit(scaled) ? `${powered(value)} B` : `${threeDigits(scaled)} ${units[step]}`;
}

/** `4.2 %` of a share such as 0.042. */
export function percent(share: number): string {
  return `${threeDigits(share * 100)} %`;
}

/** The formatter of a tile or series; without a format numbers are shortened. */
export function formatterOf(format: NumberFormat | undefined): Formatter {
  if (format === undefined) return short;
  const unit = format.unit === undefined || format.unit === '' ? '' : ` ${format.unit}`;
  return (value) => (Number.isFinite(value) ? `${formatted(value, format)}${unit}` : special(value));
}

function formatted(value: number, format: NumberFormat): string {
  const scaled = value * (format.factor ?? 1);
  switch (format.output) {
    case 'percent':
      return `${fixed(scaled * 100, format)} %`;
    case 'currency':
      return `${format.currencySymbol ?? '$'}${fixed(scaled, { ...format, mantissa: format.mantissa ?? 2 })}`;
    case 'byte':
      return bytes(scaled, format.decimalBytes ?? false);
    case 'time':
    case 'duration':
      // Without a factor the number is in seconds.
      return isHuge(scaled) ? `${threeDigits(scaled / 86_400)} d` : duration(scaled * 1e9);
    default:
      return format.average === true ? short(scaled) : fixed(scaled, format);
  }
}

function fixed(value: number, format: NumberFormat): string {
  if (isHuge(value)) return powered(value);
  if (format.mantissa === undefined)
    return format.thousandSeparated === false ? String(Number(value.toPrecision(digitsMax))) : plain(value);
  return value.toLocaleString('en-US', {
    minimumFractionDigits: format.mantissa,
    maximumFractionDigits: format.mantissa,
    useGrouping: format.thousandSeparated ?? true,
    signDisplay: 'negative',
  });
}
