import type { Source } from '../api/stack.gen';
import type { Row } from '../api/telemetry';
import { compareNames } from '../compare';
import { fieldFormat, quantityText } from '../charting/fieldFormat';
import type { Attribute } from './Attributes';

/** Attributes that belong together. */
export interface AttributeGroup {
  label: string;
  attributes: Attribute[];
}

const groups: [column: string, label: string][] = [
  ['LogAttributes', 'Attributes'],
  ['SpanAttributes', 'Attributes'],
  ['ResourceAttributes', 'Resource'],
  ['ScopeAttributes', 'Scope'],
];
const maps = new Set(groups.map(([column]) => column));
/** Shown elsewhere, or the same as another column. */
const left = new Set(['Timestamp', 'TimestampTime', 'Body', 'Events', 'Links']);

/** Everything that a row of a source says, in groups; columns that are empty are left out, keys that were sent empty are not. */
export function attributesOf(row: Row, source?: Source): AttributeGroup[] {
  const columns = Object.keys(row)
    .filter((column) => !maps.has(column) && !left.has(column) && !/^(?:Events|Links)\./.test(column))
    .map((column): Attribute => ({ name: column, field: column, expression: column, value: textOf(row[column]) }))
    .filter(({ value }) => value !== '');
  const keyed = groups.map(([column, label]): AttributeGroup => ({ label, attributes: keysOf(column, row[column]) }));
  return [...keyed.slice(0, 2), { label: 'Record', attributes: columns }, ...keyed.slice(2)]
    .map(({ label, attributes }) => ({ label, attributes: attributes.map((one) => withUnit(one, source)) }))
    .filter(({ attributes }) => attributes.length > 0);
}

/** Adds the value as people read it, where its unit is known. */
function withUnit(attribute: Attribute, source: Source | undefined): Attribute {
  const shown = quantityText(attribute.value, fieldFormat(attribute.expression, source));
  return shown === null ? attribute : { ...attribute, shown };
}

function keysOf(column: string, map: unknown): Attribute[] {
  if (typeof map !== 'object' || map === null) return [];
  return Object.entries(map)
    .map(([key, value]) => ({
      name: key,
      field: `${column}.${key}`,
      expression: `${column}['${escape(key)}']`,
      value: textOf(value),
    }))
    .toSorted((one, other) => compareNames(one.name, other.name));
}

function escape(key: string): string {
  return key.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A text that is JSON is shown with breaks; anything else as it is. */
export function prettyText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
