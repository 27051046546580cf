/** Which of the two looks is shown. */
export type Scheme = 'light' | 'dark';

type Pair = Record<Scheme, string>;

/**
 * Colours as far apart as twelve can be, in hue and lightness, also for people
 * who see few hues; none is near those of errors.
 */
const palette: Pair[] = [
  { light: '#487ca9', dark: '#8ac1f1' },
  { light: '#643400', dark: '#ae794c' },
  { light: '#b58b2b', dark: '#fdd176' },
  { light: '#502684', dark: '#9470cd' },
  { light: '#a4606f', dark: '#eda2b2' },
  { light: '#197037', dark: '#63b376' },
  { light: '#777f17', dark: '#b9c364' },
  { light: '#3057b1', dark: '#719cf5' },
  { light: '#70a16f', dark: '#b4e8b2' },
  { light: '#6d204d', dark: '#ba6693' },
  { light: '#47a0b5', dark: '#8fe7fd' },
  { light: '#734c7e', dark: '#b68dc3' },
];

/** The colours of severities; nothing else has them. */
const severities = {
  trace: { light: '#586470', dark: '#7d8896' },
  debug: { light: '#4a617d', dark: '#8ba3be' },
  info: { light: '#1f5bbf', dark: '#5b9bf2' },
  warn: { light: '#925600', dark: '#f2b13c' },
  error: { light: '#b91c1c', dark: '#f26d6d' },
  fatal: { light: '#a3127f', dark: '#f06bd8' },
} satisfies Record<string, Pair>;

type Severity = keyof typeof severities;

const severityAliases = new Map<string, Severity>(
  Object.entries({
    verbose: 'trace',
    information: 'info',
    notice: 'info',
    ok: 'info',
    unset: 'debug',
    warning: 'warn',
    err: 'error',
    critical: 'fatal',
    crit: 'fatal',
    emergency: 'fatal',
    alert: 'fatal',
    panic: 'fatal',
  } as const),
);

/** The class of a severity or of a span's status, such as `error`; null when it is none. */
export function severityOf(text: string): Severity | null {
  const word = text.trim().toLowerCase().replace(/\d+$/, '');
  return severityAliases.get(word) ?? (isSeverity(word) ? word : null);
}

function isSeverity(word: string): word is Severity {
  return Object.hasOwn(severities, word);
}

/** The colour of a severity; that of `trace` when there is none. */
export function severityColor(text: string, scheme: Scheme): string {
  return severities[severityOf(text) ?? 'trace'][scheme];
}

/** The place in the palette that a name wants. */
function placeOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) % palette.length;
}

/** The colour at a place, for series whose order has a meaning. */
export function paletteColor(place: number, scheme: Scheme): string {
  return (palette[place % palette.length] ?? { light: '', dark: '' })[scheme];
}

/** Names beyond this many are not remembered: their colours follow from those beside them alone. */
const namesMax = 5_000;

/**
 * Makes a way to colour names that stand side by side: each has a colour of
 * its own as far as the palette goes. A name keeps the colour that it was first
 * seen with, so that it is the same in every table, map and chart, and new
 * names make room for it.
 */
export function makeColoring(): (names: string[], scheme: Scheme) => string[] {
  const places = new Map<string, number>();
  return (names, scheme) => {
    const wanted = new Set(names);
    const known = [...places.keys()].filter((name) => wanted.has(name));
    const fresh = [...wanted].filter((name) => !places.has(name)).toSorted();
    const shown = new Map<string, number>();
    let taken = new Set<number>();
    for (const name of [...known, ...fresh]) {
      if (taken.size === palette.length) taken = new Set();
      const place = freeFrom(places.get(name) ?? placeOf(name), taken);
      taken.add(place);
      shown.set(name, place);
      if (!places.has(name) && places.size < namesMax) places.set(name, place);
    }
    return names.map((name) => paletteColor(shown.get(name) ?? 0, scheme));
  };
}

function freeFrom(wanted: number, taken: ReadonlySet<number>): number {
  let place = wanted;
  while (taken.has(place)) place = (place + 1) % palette.length;
  return place;
}

/** Colours for names that stand side by side, the same ones on every page. */
export const colorsOf = makeColoring();
