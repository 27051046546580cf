import { rangeOf, defaultRange } from '../time/range';

type Parts = Record<string, unknown>;

/** Signs that an address may hold as they are, and that people read. */
const readable: [code: string, sign: string][] = [
  ['%3A', ':'],
  ['%2C', ','],
  ['%2F', '/'],
  ['%40', '@'],
];

/** Reads what stands behind the question mark: lists and objects are JSON, everything else is text. */
export function parseAddress(search: string): Parts {
  return Object.fromEntries([...new URLSearchParams(search)].map(([name, text]) => [name, valueOf(name, text)]));
}

/** Writes it so that people can read it, and parseAddress reads the same again. */
export function writeAddress(parts: Parts): string {
  const entries = Object.entries(parts).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(entries.map(([name, value]) => [name, textOf(name, value)])).toString();
  return text === '' ? '' : `?${readable.reduce((left, [code, sign]) => left.replaceAll(code, sign), text)}`;
}

const isMarked = (text: string) => /^["[{]/.test(text);

function valueOf(name: string, text: string): unknown {
  if (!isMarked(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return isTyped(name, value) ? text : value;
  } catch {
    return text;
  }
}

/** Quotes around a query that would need none are part of it: somebody wrote a phrase into a link. */
function isTyped(name: string, value: unknown): boolean {
  return name === 'q' && typeof value === 'string' && !isMarked(value);
}

/** A text that would be read as something else is put between quotes. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return valueOf(name, value) === value ? value : JSON.stringify(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Every way from page to page keeps the time range, unless it leads to another one. */
export function keepRange({ search, next }: { search: Parts; next: (search: Parts) => Parts }): Parts {
  const parts = next(search);
  if (parts.from !== undefined || rangeOf(search) === defaultRange) return parts;
  return { from: search.from, to: search.to, ...parts };
}
