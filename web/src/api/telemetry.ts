import { queryOptions } from '@tanstack/react-query';

import { addressOf, call, knock, read } from './client';
import type {
  AroundRequestBody,
  ChartMeta,
  ChartPoint,
  ChartRequestBody,
  ExplainRequestBody,
  FieldsRequestBody,
  LabelValuesRequestBody,
  MetricsRequestBody,
  SearchMeta,
  SearchRequestBody,
  Source,
  TileContent,
  TileMeta,
  TileQuestionBody,
  ValuesRequestBody,
} from './stack.gen';
import type { Language } from './types';

/** A row of telemetry: the selected columns by their names. */
export type Row = Record<string, unknown>;

/** What an API replies: the content, and what is known about it. */
export interface Answer<Content, Meta> {
  data: Content;
  meta: Meta;
}

export type ChartAnswer = Answer<ChartPoint[], ChartMeta>;

/** Searches log records or spans. */
export async function searchRows(body: SearchRequestBody, signal?: AbortSignal): Promise<Answer<Row[], SearchMeta>> {
  const { data, meta } = await call('POST', '/api/v2/search', { body, signal });
  return { data: data as Row[], meta };
}

/** Searches, and fails rather than leave out records of a shard that is away. */
export async function searchWhole(body: SearchRequestBody): Promise<Answer<Row[], SearchMeta>> {
  const { data, meta } = await call('POST', '/api/v2/search', { body, query: { partial: 'refuse' } });
  return { data: data as Row[], meta };
}

/** Reads numbers over time. */
export async function queryChart(body: ChartRequestBody, signal?: AbortSignal): Promise<ChartAnswer> {
  const { data, meta } = await call('POST', '/api/v2/charts/series', { body, signal });
  return { data: data as ChartPoint[], meta };
}

/** What a tile shows, and what is known about it. */
export type DrawnTile = TileContent & { meta: TileMeta };

/** Reads what a tile shows. */
export async function drawTile(body: TileQuestionBody, signal?: AbortSignal): Promise<DrawnTile> {
  const { data, meta } = await call('POST', '/api/v2/charts/tile', { body, signal });
  return { ...data, meta };
}

/** Lists what can be searched for. */
export function listFields(body: FieldsRequestBody, signal?: AbortSignal) {
  return call('POST', '/api/v2/search/fields', { body, signal });
}

/** Lists the most frequent values of fields. */
export function listValues(body: ValuesRequestBody, signal?: AbortSignal) {
  return call('POST', '/api/v2/search/values', { body, signal });
}

/** Lists the values of a label of metrics. */
export async function listLabelValues(body: LabelValuesRequestBody, signal?: AbortSignal): Promise<string[]> {
  return (await call('POST', '/api/v2/search/label-values', { body, signal })).data;
}

/** Says in words what a condition matches. */
export async function explainSearch(body: ExplainRequestBody, signal?: AbortSignal): Promise<string> {
  return (await call('POST', '/api/v2/search/explain', { body, signal })).data.words;
}

/** Lists the metrics of a source. */
export function listMetrics(body: MetricsRequestBody, signal?: AbortSignal) {
  return call('POST', '/api/v2/search/metrics', { body, signal });
}

/** Reads the rows before and after a row. */
export function surroundRow(body: AroundRequestBody, signal?: AbortSignal) {
  return call('POST', '/api/v2/search/around', { body, signal });
}

/** The rows that a live tail follows. */
export interface Tailed {
  sourceId: string;
  where: string;
  whereLanguage: Language;
  select: string;
}

/** The address of a live tail. */
export function tailAddress(query: Tailed): string {
  return addressOf('/api/v2/search/tail', { query });
}

/** Finds out why a live tail that ended is not let in again; a session may be over. */
export function tailRefusalQuery(query: Tailed) {
  return queryOptions({
    queryKey: ['tail-refusal', query],
    queryFn: async ({ signal }) => {
      await knock('/api/v2/search/tail', { query, signal });
      return null;
    },
    retry: false,
    refetchInterval: false,
    gcTime: 0,
  });
}

/** The team's sources. */
export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: () => read('/api/v2/sources'),
  staleTime: 60_000,
});

/** The team's first source of a kind that is not switched off. */
export function firstSource(sources: Source[], wanted: Source['kind']): Source | undefined {
  return sources.find(({ kind, disabled }) => kind === wanted && !disabled);
}

/** A trace with its spans and log records; it may still grow for a while. */
export function traceQuery(traceId: string) {
  return queryOptions({
    queryKey: ['trace', traceId],
    queryFn: ({ signal }) => call('GET', '/api/v2/traces/{traceId}', { path: { traceId }, signal }),
    staleTime: 30_000,
  });
}
