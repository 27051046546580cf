/** A variable in an expression, outside of strings and comments. */
interface Place {
  from: number;
  to: number;
  name: string;
  /** Only a duration can stand here. */
  isDuration: boolean;
}

/** The variables that every expression has; all but those in seconds or milliseconds are durations. */
export const ownVariables = [
  { name: '__interval', words: 'Time between two points' },
  { name: '__rate_interval', words: 'Window for rate() and increase()' },
  { name: '__range', words: 'Length of the time range' },
  { name: '__interval_ms', words: 'Time between two points, in milliseconds' },
  { name: '__range_s', words: 'Length of the time range, in seconds' },
  { name: '__range_ms', words: 'Length of the time range, in milliseconds' },
];

const durations = new Set(['__interval', '__rate_interval', '__range']);
const numbers = new Set(['__interval_ms', '__range_s', '__range_ms']);

/** Strings, comments and variables. The first two match first, so that what stands in them is no place. */
export const tokens = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`|#[^\n]*|\$(?:\{(\w+)(?::\w+)?\}|(\w+))/g;

/** Where variables stand outside of strings and comments. */
export function placesOf(text: string): Place[] {
  return [...text.matchAll(tokens)].flatMap((match) => {
    const name = match[1] ?? match[2];
    if (name === undefined) return [];
    const isDuration = durations.has(name) || takesDuration(text.slice(0, match.index));
    return [{ from: match.index, to: match.index + match[0].length, name, isDuration }];
  });
}

/** The variables of a dashboard that an expression names, also in strings. */
export function variablesIn(text: string): string[] {
  const own = new Set(ownVariables.map(({ name }) => name));
  const named = [...text.matchAll(/\$(?:\{(\w+)(?::\w+)?\}|([A-Za-z_]\w*))/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return [...new Set(named)].filter((name) => !own.has(name));
}

/** Says whether only a duration can follow a text. */
function takesDuration(before: string): boolean {
  const text = before.trimEnd();
  const isInRange = text.lastIndexOf('[') > text.lastIndexOf(']');
  return text.endsWith('[') || text.endsWith('offset') || (text.endsWith(':') && isInRange);
}

function filled(text: string, write: (place: Place, at: number) => string): string {
  let [written, end] = ['', 0];
  placesOf(text).forEach((place, at) => {
    written += text.slice(end, place.from) + write(place, at);
    end = place.to;
  });
  return written + text.slice(end);
}

/** The most variables that are tried as names and as numbers apart from each other. */
const triedMax = 4;

/**
 * The text with names, numbers and durations in the place of variables, in the ways that may be
 * meant. Each is as long as what it stands for, so that places in the text stay as they are.
 */
export function samplesOf(text: string): string[] {
  const free = [
    ...new Set(placesOf(text).flatMap(({ name, isDuration }) => (isDuration || numbers.has(name) ? [] : [name]))),
  ];
  const tried = free.slice(0, triedMax);
  return Array.from({ length: 2 ** tried.length }, (_, chosen) =>
    filled(text, ({ from, to, name, isDuration }) => {
      const length = to - from;
      if (isDuration) return `${'0'.repeat(length - 2)}1m`;
      const isNumber = numbers.has(name) || ((chosen >> Math.min(free.indexOf(name), triedMax - 1)) & 1) === 1;
      return (isNumber ? '1' : 'a').repeat(length);
    }),
  );
}

/** A text without variables, and how to put them back into what was made of it. */
export interface Bare {
  text: string;
  restore: (made: string) => string;
}

/**
 * The text with words in the place of variables that formatting leaves as they are, in the ways
 * that may be meant: names first, then numbers.
 */
export function bareTexts(text: string): Bare[] {
  const places = placesOf(text);
  if (places.length > markersMax) return [];
  return [false, true].flatMap((areNumbers) => {
    const markers = places.map((place, at) => markerOf(place, at, areNumbers));
    if (markers.some((marker) => text.includes(marker))) return [];
    const restore = (made: string) =>
      markers.reduce(
        (all, marker, at) => all.replace(marker, () => text.slice(places[at]?.from, places[at]?.to)),
        made,
      );
    return [{ text: filled(text, (_place, at) => markers[at] ?? ''), restore }];
  });
}

/** PromQL has no durations of more than 292 years. */
const markersMax = 90;

function markerOf({ name, isDuration }: Place, at: number, areNumbers: boolean): string {
  if (isDuration) return `${201 + at}y`;
  return areNumbers || numbers.has(name) ? `77700${100 + at}.25` : `cairn_variable_${100 + at}_`;
}
