/** Which of the two looks is shown. */
export type Scheme = 'light' | 'dark';

type Pair = Record<Scheme, string>;

/** Colours that people with any kind of colour vision can tell apart by hue or lightness. */
const palette: Pair[] = [
  { light: '#2f6db5', dark: '#6ea8e8' },
  { light: '#c2620c', dark: '#f0a35c' },
  { light: '#0f8a7e', dark: '#4fc7b8' },
  { light: '#7a4fb5', dark: '#b595ea' },
  { light: '#7a7a12', dark: '#c4c35a' },
  { light: '#b5446e', dark: '#e88aae' },
  { light: '#0b87b3', dark: '#62c6ee' },
  { light: '#8a5a2b', dark: '#cfa070' },
  { light: '#3d8b37', dark: '#85cf7c' },
  { light: '#4b50b8', dark: '#9599f0' },
  { light: '#a57f00', dark: '#e3c35a' },
  { light: '#5d8a00', dark: '#b6d84c' },
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

/** A place in the palette that a name always gets. */
function placeOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return ((hash ^ (hash >>> 15)) >>> 0) % palette.length;
}

/** The colour at a place, for series whose order has a meaning. */
export function paletteColor(place: number, scheme: Scheme): string {
  return (palette[place % palette.length] ?? { light: '', dark: '' })[scheme];
}

/** The colour of a name, wherever it is shown. */
export function colorOf(name: string, scheme: Scheme): string {
  return (palette[placeOf(name)] ?? { light: '', dark: '' })[scheme];
}

/**
 * Colours for names that stand side by side: each its own as far as the
 * palette goes, the same for the same names in any order.
 */
export function colorsOf(names: string[], scheme: Scheme): string[] {
  const taken = new Set<number>();
  const colors = new Map<string, string>();
  for (const name of names.toSorted()) {
    if (taken.size === palette.length) taken.clear();
    let place = placeOf(name);
    while (taken.has(place)) place = (place + 1) % palette.length;
    taken.add(place);
    colors.set(name, paletteColor(place, scheme));
  }
  return names.map((name) => colors.get(name) ?? '');
}
