import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { formatExpression, readLabels, readLabelValues, readMetricMetadata } from '../../api/prometheus';
import type { PromReads } from '../../components/promql/client';
import type { TimeSpan } from '../../time/range';

const hourMs = 3_600_000;
const staleTime = 60_000;

/** What the fields for PromQL complete with: the names and values of a time. */
export function usePromReads({ start, end }: TimeSpan): PromReads {
  const client = useQueryClient();
  // A range that moves with the clock asks for the same names for an hour.
  const [first, last] = [Math.floor(start / hourMs) * hourMs, Math.ceil(end / hourMs) * hourMs];
  return useMemo(() => {
    const span = { start: first, end: last };
    const key = (...parts: (string | undefined)[]) => ['prometheus', first, last, ...parts];
    return {
      labels: (selector) =>
        client.fetchQuery({
          queryKey: key('labels', selector),
          queryFn: () => readLabels({ span, selector }),
          staleTime,
        }),
      values: (label, selector) =>
        client.fetchQuery({
          queryKey: key('values', label, selector),
          queryFn: () => readLabelValues(label, { span, selector }),
          staleTime,
        }),
      metadata: () =>
        client.fetchQuery({ queryKey: ['prometheus', 'metadata'], queryFn: readMetricMetadata, staleTime }),
      format: formatExpression,
    };
  }, [client, first, last]);
}
