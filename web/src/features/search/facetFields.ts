import type { SearchField, Source } from '../../api/stack.gen';

const first = ['SeverityText', 'StatusCode', 'ServiceName', 'SpanKind', 'SpanName', 'EventName', 'ScopeName'];
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
]);

/** The fields that make facets, the most useful first, narrowed by a text. */
export function facetFields(fields: SearchField[], source: Source, text: string): SearchField[] {
  const word = text.trim().toLowerCase();
  return fields
    .filter(({ name, type, key }) => type === 'text' && (key || first.includes(name)) && !never.has(name))
    .filter(({ name }) => name.toLowerCase().includes(word))
    .toSorted((one, other) => rank(one, source) - rank(other, source) || one.name.localeCompare(other.name));
}

function rank({ name, key }: SearchField, source: Source): number {
  if (!key) return first.indexOf(name);
  return name.startsWith(`${source.resourceAttributesExpression ?? 'ResourceAttributes'}.`) ? 200 : 100;
}

/** The facets that are open before anything is clicked. */
export function usuallyOpen({ name }: SearchField, source: Source): boolean {
  return name === (source.kind === 'trace' ? 'StatusCode' : 'SeverityText') || name === 'ServiceName';
}
