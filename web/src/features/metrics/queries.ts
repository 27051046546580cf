import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { listMetrics } from '../../api/telemetry';
import type { TimeSpan } from '../../time/range';

/** Metrics report often: what is older than this part of a long range is not looked through for names. */
const lookBackMs = 24 * 3_600_000;
const metricsMax = 200;

/** The metrics of a source that have a text in their names. */
export function metricsQuery(sourceId: string, contains: string, span: TimeSpan) {
  const body = {
    sourceId,
    limit: metricsMax,
    ...(contains !== '' && { contains }),
    startTime: new Date(Math.max(span.start, span.end - lookBackMs)).toISOString(),
    endTime: new Date(span.end).toISOString(),
  };
  return queryOptions({
    queryKey: ['metrics', body],
    queryFn: async ({ signal }) => (await listMetrics(body, signal)).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
