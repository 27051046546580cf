import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { read } from '../../api/client';
import type { ExemplarData, LimitData } from '../../api/prom.gen';
import type { TimeSpan } from '../../time/range';
import { stepOf } from './explorer';

/** No chart of the page has more series. */
export const drawnMax = 20;

function seconds({ start, end }: TimeSpan): { start: string; end: string } {
  return { start: String(start / 1000), end: String(end / 1000) };
}

function asked(span: TimeSpan, metric: string | undefined) {
  return { ...seconds(span), ...(metric !== undefined && { metric }) };
}

/** The metrics of a time range with their numbers of series; one of them where it is named. */
export function metricSeriesQuery(span: TimeSpan, metric?: string) {
  return queryOptions({
    queryKey: ['metric-series', span, metric],
    queryFn: ({ signal }) => read('/prometheus/api/v1/cardinality/metrics', { query: asked(span, metric), signal }),
    placeholderData: keepPreviousData,
  });
}

/** The labels of all series of a time range, or of those of a metric. */
export function labelSeriesQuery(span: TimeSpan, metric?: string) {
  return queryOptions({
    queryKey: ['label-series', span, metric],
    queryFn: ({ signal }) => read('/prometheus/api/v1/cardinality/labels', { query: asked(span, metric), signal }),
    placeholderData: keepPreviousData,
  });
}

/** How near the team is to its limit of series; counting takes a moment, and days are long. */
export const seriesLimitQuery = queryOptions({
  queryKey: ['series-limit'],
  queryFn: ({ signal }) => read('/prometheus/api/v1/cardinality/limit', { signal }),
  staleTime: 60_000,
});

/** Says whether there is no room for a new series. */
export function isFull({ near, active, limit }: LimitData): boolean {
  return near && active >= limit;
}

/** A series of numbers as Prometheus writes it. */
export interface Matrix {
  metric: Record<string, string>;
  values?: [number, string][];
}

/** The values that were measured in traces, of the series that an expression reads. */
export function exemplarsQuery(span: TimeSpan, expr: string) {
  return queryOptions({
    queryKey: ['promql-exemplars', span, expr],
    queryFn: ({ signal }): Promise<ExemplarData[]> =>
      read('/prometheus/api/v1/query_exemplars', { query: { ...seconds(span), query: expr }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The values of an expression over a time range. */
export function rangeQuery(span: TimeSpan, expr: string) {
  return queryOptions({
    queryKey: ['promql-range', span, expr],
    queryFn: async ({ signal }) => {
      const step = stepOf(span);
      const query = { ...seconds(span), query: expr, step: String(step), limit: String(drawnMax) };
      const { result } = await read('/prometheus/api/v1/query_range', { query, signal });
      return { step, series: result as Matrix[] };
    },
    placeholderData: keepPreviousData,
  });
}
