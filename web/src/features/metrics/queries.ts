import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { listFields, listMetrics } from '../../api/telemetry';
import type { MetricType } from '../../charting/aggregates';
import { timesOf, type TimeSpan } from '../../time/range';
import { whereOf } from '../search/where';

/** Metrics report often: what is older than this part of a long range is not looked through for names. */
const lookBackMs = 24 * 3_600_000;
const metricsMax = 200;

/** The metrics of a source that have a text in their names. */
export function metricsQuery(sourceId: string, contains: string, span: TimeSpan) {
  const body = { sourceId, limit: metricsMax, ...(contains !== '' && { contains }), ...recent(span) };
  return queryOptions({
    queryKey: ['metrics', body],
    queryFn: async ({ signal }) => (await listMetrics(body, signal)).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

function recent({ start, end }: TimeSpan) {
  return timesOf({ start: Math.max(start, end - lookBackMs), end });
}

/** A metric of a source. */
export interface NamedMetric {
  metricName: string;
  metricType: MetricType;
}

/** What the points of a metric can be grouped by: who sent them, and the keys of their attributes. */
export function metricFieldsQuery(sourceId: string, { metricName, metricType }: NamedMetric, span: TimeSpan) {
  const body = {
    sourceId,
    metricDataType: metricType,
    where: whereOf('', 'lucene', [
      { field: 'MetricName', expression: 'MetricName', values: [metricName], isExcluding: false },
    ]),
    ...recent(span),
  };
  return queryOptions({
    queryKey: ['metrics', 'fields', body],
    queryFn: async ({ signal }) =>
      (await listFields(body, signal)).data.filter(({ key }) => key).map(({ expression }) => expression),
    staleTime: 60_000,
    enabled: sourceId !== '' && metricName !== '',
  });
}
