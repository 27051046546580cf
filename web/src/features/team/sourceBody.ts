import type { MetricTables, SourceSpec } from '../../api/stack.gen';
import type { Source, SourceKind } from './types';

/** The columns that mean something, for each kind that has a form; the first ones are needed. */
export const expressionsOf: Record<
  'log' | 'trace' | 'metric',
  { field: keyof SourceSpec; label: string; preset: string }[]
> = {
  log: [
    { field: 'timestampValueExpression', label: 'Time', preset: 'Timestamp' },
    {
      field: 'defaultTableSelectExpression',
      label: 'Columns shown',
      preset: 'Timestamp,ServiceName,SeverityText,Body',
    },
    { field: 'bodyExpression', label: 'Message', preset: 'Body' },
    { field: 'severityTextExpression', label: 'Severity', preset: 'SeverityText' },
    { field: 'serviceNameExpression', label: 'Service', preset: 'ServiceName' },
    { field: 'traceIdExpression', label: 'Trace id', preset: 'TraceId' },
    { field: 'spanIdExpression', label: 'Span id', preset: 'SpanId' },
  ],
  trace: [
    { field: 'timestampValueExpression', label: 'Time', preset: 'Timestamp' },
    {
      field: 'defaultTableSelectExpression',
      label: 'Columns shown',
      preset: 'Timestamp,ServiceName,StatusCode,SpanName',
    },
    { field: 'durationExpression', label: 'Duration', preset: 'Duration' },
    { field: 'traceIdExpression', label: 'Trace id', preset: 'TraceId' },
    { field: 'spanIdExpression', label: 'Span id', preset: 'SpanId' },
    { field: 'parentSpanIdExpression', label: 'Parent span id', preset: 'ParentSpanId' },
    { field: 'spanNameExpression', label: 'Span name', preset: 'SpanName' },
    { field: 'spanKindExpression', label: 'Span kind', preset: 'SpanKind' },
    { field: 'serviceNameExpression', label: 'Service', preset: 'ServiceName' },
    { field: 'statusCodeExpression', label: 'Status', preset: 'StatusCode' },
  ],
  metric: [
    { field: 'timestampValueExpression', label: 'Time', preset: 'TimeUnix' },
    { field: 'resourceAttributesExpression', label: 'Resource attributes', preset: 'ResourceAttributes' },
    { field: 'serviceNameExpression', label: 'Service', preset: 'ServiceName' },
  ],
};

/** The kinds that a form can make. */
export type FormKind = keyof typeof expressionsOf;

/** Says whether a source of the kind has a form; the others are edited as JSON. */
export function hasForm(kind: SourceKind): kind is FormKind {
  return kind in expressionsOf;
}

/** What is in the form of a source. */
export interface SourceForm {
  name: string;
  kind: SourceKind;
  connection: string;
  database: string;
  table: string;
  isOn: boolean;
  expressions: Record<string, string>;
}

/** The form of a stored source, or of a new one of a kind. */
export function sourceForm(source: Source | null, kind: SourceKind, connection: string): SourceForm {
  return {
    name: source?.name ?? '',
    kind: source?.kind ?? kind,
    connection: source?.connection ?? connection,
    database: source?.from.databaseName ?? 'default',
    table: source?.from.tableName ?? '',
    isOn: !(source?.disabled ?? false),
    expressions: expressionsIn(source, source?.kind ?? kind),
  };
}

function expressionsIn(source: Source | null, kind: SourceKind): Record<string, string> {
  if (!hasForm(kind)) return {};
  return Object.fromEntries(
    expressionsOf[kind].map(({ field, preset }) => [field, source === null ? preset : textOf(source[field])]),
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What is sent for a form: the stored source with the form's fields in it. The server says what is missing. */
export function sourceBody(form: SourceForm, stored: Source | null): SourceSpec {
  const filled = Object.entries(form.expressions).filter(([, text]) => text.trim() !== '');
  const kept = Object.entries(stored ?? {}).filter(([field]) => !(field in form.expressions) && !isOfRecord(field));
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(filled),
    name: form.name.trim(),
    kind: form.kind,
    connection: form.connection,
    from: { databaseName: form.database.trim(), tableName: form.table.trim() },
    disabled: !form.isOn,
    ...(form.kind === 'metric' && stored === null ? { metricTables: metricTables() } : {}),
  } as SourceSpec;
}

function isOfRecord(field: string): boolean {
  return ['id', 'team', 'teamId', 'createdAt', 'updatedAt'].includes(field);
}

/** The tables in which OpenTelemetry's exporter for ClickHouse keeps metrics. */
function metricTables(): MetricTables {
  return {
    gauge: 'otel_metrics_gauge',
    sum: 'otel_metrics_sum',
    histogram: 'otel_metrics_histogram',
    summary: 'otel_metrics_summary',
    'exponential histogram': 'otel_metrics_exponential_histogram',
  };
}

/** The table of a source as people write it. */
export function tableOf(source: Source): string {
  const { databaseName, tableName } = source.from;
  return tableName === '' ? `${databaseName}.otel_metrics_*` : `${databaseName}.${tableName}`;
}
