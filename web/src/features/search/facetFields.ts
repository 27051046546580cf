import type { SearchField, Source } from '../../api/stack.gen';
import { compareNames } from '../../compare';

const first = [
  'SeverityText',
  'StatusCode',
  'ServiceName',
  'Duration',
  'SpanKind',
  'SpanName',
  'EventName',
  'ScopeName',
];
/** Ids and texts have as many values as there are rows. */
const never = new Set([
  'Body',
  'TraceId',
  'SpanId',
  'ParentSpanId',
  'TraceState',
  'Timestamp',
  'TimestampTime',
  'ResourceSchemaUrl',
  'ScopeSchemaUrl',
  'ScopeVersion',
  'StatusMessage',
  'TraceFlags',
  'SampleRate',
]);

/** The fields that make facets: the pinned ones, then the most useful. */
export function facetFields(fields: SearchField[], source: Source, pinned: string[]): SearchField[] {
  const place = (field: SearchField) => (pinned.includes(field.name) ? -1 : rank(field, source));
  return fields
    .filter(({ name, type, key }) => type === 'number' || (type === 'text' && (key || first.includes(name))))
    .filter(({ name }) => !never.has(name))
    .toSorted((one, other) => place(one) - place(other) || compareNames(one.name, other.name));
}

/** Those with a text in their names. */
export function namedLike(fields: SearchField[], text: string): SearchField[] {
  const word = text.trim().toLowerCase();
  return fields.filter(({ name }) => name.toLowerCase().includes(word));
}

function rank({ name, key }: SearchField, source: Source): number {
  if (!key) return first.includes(name) ? first.indexOf(name) : 90;
  return name.startsWith(`${source.resourceAttributesExpression ?? 'ResourceAttributes'}.`) ? 200 : 100;
}

/** The facets that are open before anything is clicked. */
export function usuallyOpen({ name }: SearchField, source: Source): boolean {
  return name === (source.kind === 'trace' ? 'StatusCode' : 'SeverityText') || name === 'ServiceName';
}
