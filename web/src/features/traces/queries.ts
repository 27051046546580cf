import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { searchRows } from '../../api/telemetry';
import type { TimeSpan } from '../../time/range';

/** How the list of traces is narrowed. */
export interface TracesAsked {
  source: Source;
  span: TimeSpan;
  service: string;
  onlyErrors: boolean;
  /** Shortest duration in milliseconds, 0 for any. */
  minMs: number;
  order: 'newest' | 'slowest';
}

const tracesMax = 200;

/** The condition of a list of traces: spans without a parent begin them. */
export function whereOfTraces({ source, service, onlyErrors, minMs }: Omit<TracesAsked, 'span' | 'order'>): string {
  const perMs = 10 ** ((source.durationPrecision ?? 3) - 3);
  const parts = [
    '-ParentSpanId:*',
    service === '' ? '' : `ServiceName:"${service.replaceAll(/["\\]/g, String.raw`\$&`)}"`,
    onlyErrors ? 'StatusCode:"Error"' : '',
    minMs > 0 ? `Duration:>=${minMs * perMs}` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** The first spans of traces. */
export function tracesQuery(asked: TracesAsked) {
  const { source, span, order } = asked;
  const where = whereOfTraces(asked);
  return queryOptions({
    queryKey: ['traces', source.id, where, order, span],
    queryFn: async ({ signal }) => {
      const body = {
        sourceId: source.id,
        where,
        select: 'Timestamp, TraceId, ServiceName, SpanName, Duration, StatusCode',
        limit: tracesMax,
        startTime: new Date(span.start).toISOString(),
        endTime: new Date(span.end).toISOString(),
        ...(order === 'slowest' && { orderBy: 'Duration DESC' }),
      };
      return (await searchRows(body, signal)).data;
    },
    placeholderData: keepPreviousData,
  });
}
