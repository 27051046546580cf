import { queryOptions } from '@tanstack/react-query';

import { call, type Method } from './client';
import { read } from './records';
import type {
  AroundRequestBody,
  ChartMeta,
  ChartPoint,
  ChartRequestBody,
  ChartStatements,
  FieldsRequestBody,
  FieldValues,
  MetricsRequestBody,
  Neighbours,
  QueryCost,
  SearchField,
  SearchMeta,
  SearchRequestBody,
  Source,
  SourceMetric,
  TraceMeta,
  TraceRecord,
  ValuesRequestBody,
} from './stack.gen';

/** A row of telemetry: the selected columns by their names. */
export type Row = Record<string, unknown>;

/** What an API answers beside its meta. */
export interface Answer<Content, Meta> {
  data: Content;
  meta: Meta;
}

export type ChartAnswer = Answer<ChartPoint[], ChartMeta>;

function ask<Reply>(method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<Reply> {
  return call<Reply>(method, path, body, (url, init) => fetch(url, joined(init, signal)));
}

/** A request ends at its deadline, or when nobody waits for it any more. */
function joined(init: RequestInit, signal: AbortSignal | undefined): RequestInit {
  if (signal === undefined || init.signal === null || init.signal === undefined) return init;
  return { ...init, signal: AbortSignal.any([init.signal, signal]) };
}

/** Searches log records or spans. */
export function searchRows(body: SearchRequestBody, signal?: AbortSignal): Promise<Answer<Row[], SearchMeta>> {
  return ask('POST', '/api/v2/search', body, signal);
}

/** Reads numbers over time. */
export function queryChart(body: ChartRequestBody, signal?: AbortSignal): Promise<ChartAnswer> {
  return ask('POST', '/api/v2/charts/series', body, signal);
}

/** Shows the SQL that numbers over time are read with, without reading them. */
export async function showChartSql(body: ChartRequestBody, signal?: AbortSignal): Promise<ChartStatements> {
  return (await ask<{ data: ChartStatements }>('POST', '/api/v2/charts/series/sql', body, signal)).data;
}

/** Lists what can be searched for. */
export function listFields(body: FieldsRequestBody, signal?: AbortSignal): Promise<Answer<SearchField[], QueryCost>> {
  return ask('POST', '/api/v2/search/fields', body, signal);
}

/** Lists the most frequent values of fields. */
export function listValues(body: ValuesRequestBody, signal?: AbortSignal): Promise<Answer<FieldValues[], QueryCost>> {
  return ask('POST', '/api/v2/search/values', body, signal);
}

/** Lists the metrics of a source. */
export function listMetrics(
  body: MetricsRequestBody,
  signal?: AbortSignal,
): Promise<Answer<SourceMetric[], QueryCost>> {
  return ask('POST', '/api/v2/search/metrics', body, signal);
}

/** Reads the rows before and after a row. */
export function surroundRow(body: AroundRequestBody, signal?: AbortSignal): Promise<Answer<Neighbours, QueryCost>> {
  return ask('POST', '/api/v2/search/around', body, signal);
}

/** Reads a trace by its id. */
function readTrace(traceId: string, signal?: AbortSignal): Promise<Answer<TraceRecord, TraceMeta>> {
  return ask('GET', `/api/v2/traces/${encodeURIComponent(traceId)}`, undefined, signal);
}

/** The address of a live tail. */
export function tailAddress(sourceId: string, where: string, language: string, select: string): string {
  const query = new URLSearchParams({ sourceId, where, whereLanguage: language, select });
  return `/api/v2/search/tail?${query}`;
}

/** The team's sources. */
export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: () => read<Source[]>('/api/v2/sources'),
  staleTime: 60_000,
});

/** A trace with its spans and log records; it may still grow for a while. */
export function traceQuery(traceId: string) {
  return queryOptions({
    queryKey: ['trace', traceId],
    queryFn: ({ signal }) => readTrace(traceId, signal),
    staleTime: 30_000,
  });
}
