import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { ChartRequestBody, Source } from '../../api/stack.gen';
import { queryChart, searchRows } from '../../api/telemetry';
import { luceneText } from '../../components/query/quoted';
import { timesOf, type TimeSpan } from '../../time/range';

type Series = ChartRequestBody['series'][number];

/** The spans that count as a request to a service. */
export const requests = 'SpanKind:("Server" OR "Consumer")';
/** Those of them that failed. */
export const failedRequests = `${requests} StatusCode:"Error"`;

/** Services and operations beyond this are left out; the most frequent stay. */
const groupsMax = 200;
/** The map is drawn from this many of the newest spans. */
const mapSpansMax = 6_000;
const pageSpans = 2_000;

/** The widest bucket there is holds the whole range, so that quantiles are those of the range. */
const wholeRange = '30d';

/** Requests, errors, and the latency at three levels. */
export function measures(source: Source, groupBy: string[], also = ''): Series[] {
  const field = source.durationExpression ?? 'Duration';
  const narrowed = (where: string) => (also === '' ? where : `${where} ${also}`);
  const quantile = (level: number): Series => ({
    sourceId: source.id,
    aggFn: 'quantile',
    level,
    field,
    where: narrowed(requests),
    groupBy,
  });
  return [
    { sourceId: source.id, aggFn: 'count', where: narrowed(requests), groupBy },
    { sourceId: source.id, aggFn: 'count', where: narrowed(failedRequests), groupBy },
    quantile(0.5),
    quantile(0.95),
    quantile(0.99),
  ];
}

/** A condition on one service. */
export function ofService(name: string): string {
  return `ServiceName:${luceneText(name)}`;
}

/** Requests, errors and latencies of each service over the whole range. */
export function servicesQuery(source: Source, span: TimeSpan) {
  return queryOptions({
    queryKey: ['services', source.id, span],
    queryFn: ({ signal }) =>
      queryChart(
        {
          series: measures(source, ['ServiceName']),
          startTime: span.start,
          endTime: span.end,
          granularity: wholeRange,
          seriesLimit: groupsMax,
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** Requests of each service over time. */
export function trafficQuery(source: Source, span: TimeSpan) {
  const series: Series[] = [{ sourceId: source.id, aggFn: 'count', where: requests, groupBy: ['ServiceName'] }];
  return queryOptions({
    queryKey: ['services', 'traffic', source.id, span],
    queryFn: ({ signal }) =>
      queryChart(
        { series, startTime: span.start, endTime: span.end, granularity: 'auto', seriesLimit: groupsMax },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** Requests, errors and latencies of one service over time. */
export function serviceQuery(source: Source, span: TimeSpan, name: string) {
  return queryOptions({
    queryKey: ['services', 'one', source.id, span, name],
    queryFn: ({ signal }) =>
      queryChart(
        {
          series: measures(source, [], ofService(name)),
          startTime: span.start,
          endTime: span.end,
          granularity: 'auto',
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** The same for each operation of a service, over the whole range. */
export function operationsQuery(source: Source, span: TimeSpan, name: string) {
  const series = measures(source, ['SpanName'], ofService(name));
  return queryOptions({
    queryKey: ['services', 'operations', source.id, span, name],
    queryFn: ({ signal }) =>
      queryChart(
        { series, startTime: span.start, endTime: span.end, granularity: wholeRange, seriesLimit: groupsMax },
        signal,
      ),
    placeholderData: keepPreviousData,
  });
}

/** The newest spans, for the map of calls. */
export function mapQuery(source: Source, span: TimeSpan) {
  return queryOptions({
    queryKey: ['services', 'map', source.id, span],
    queryFn: ({ signal }) => readSpans(source, span, signal),
    placeholderData: keepPreviousData,
  });
}

async function readSpans(source: Source, span: TimeSpan, signal: AbortSignal) {
  const body = {
    sourceId: source.id,
    select: 'Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, StatusCode',
    limit: pageSpans,
    ...timesOf(span),
  };
  const rows = [];
  let cursor: string | undefined;
  do {
    // Each page begins where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const { data, meta } = await searchRows({ ...body, ...(cursor !== undefined && { cursor }) }, signal);
    rows.push(...data);
    cursor = meta.cursor;
  } while (cursor !== undefined && rows.length < mapSpansMax);
  return rows;
}
