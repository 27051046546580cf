import { unescaped } from '../../components/query/quoted';
import type { Filter } from './where';

const facet = /^\s*(.+?)\s+(NOT\s+)?IN\s*\((.*)\)\s*$/is;
const text = /'((?:[^'\\]|\\.|'')*)'/g;

/** The pattern of a message, in both languages. */
export const patternCall = /^messagePattern\((.+)\)$/s;

/** The name of a column, of a key of a map or of the pattern of one in the Lucene-like language. */
export function fieldOf(expression: string): string {
  const message = patternCall.exec(expression)?.[1];
  if (message !== undefined) return `messagePattern(${fieldOf(message)})`;
  const match = /^(\w+)\['(.+)'\]$/s.exec(expression);
  return match === null ? expression : `${match[1]}.${(match[2] ?? '').replaceAll(String.raw`\'`, "'")}`;
}

/** Reads a filter out of a saved condition; none when it is of another form. */
export function filterOfSaved(condition: string | undefined): Filter[] {
  const match = facet.exec(condition ?? '');
  if (match === null) return rangeOfSaved(condition ?? '');
  const [, expression = '', not, inner = ''] = match;
  const values = [...inner.matchAll(text)].map(([, value = '']) => unescaped(value.replaceAll("''", "'")));
  return values.length === 0
    ? []
    : [{ field: fieldOf(expression), expression, values, isExcluding: not !== undefined }];
}

/** The filters of a group that an address names, as notifications do; whatever is broken is left out. */
export function groupIn(group: unknown): Filter[] {
  if (!Array.isArray(group)) return [];
  return group.flatMap((part: { name?: unknown; value?: unknown } | null) =>
    typeof part?.name === 'string' && typeof part.value === 'string'
      ? [{ field: fieldOf(part.name), expression: part.name, values: [part.value], isExcluding: false }]
      : [],
  );
}

const number = String.raw`(-?\d+(?:\.\d+)?(?:e[+-]\d+)?)`;
const between = new RegExp(String.raw`^(\w+(?:\['.+'\])?) >= ${number}(?: AND \1 <= ${number})?$`, 's');
const upTo = new RegExp(String.raw`^(\w+(?:\['.+'\])?) <= ${number}$`, 's');

function rangeOfSaved(condition: string): Filter[] {
  const [from, to] = [between.exec(condition), upTo.exec(condition)];
  const expression = from?.[1] ?? to?.[1];
  if (expression === undefined) return [];
  const [min, max] = [from?.[2], from?.[3] ?? to?.[2]];
  const range = { ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) };
  return [{ field: fieldOf(expression), expression, values: [], isExcluding: false, range }];
}
