import { useQueries } from '@tanstack/react-query';

import { useTimeRange } from '../../time/useTimeRange';
import { metricFieldsQuery, type NamedMetric } from './queries';

/** What series of metrics can be grouped by, with what all of them have first. */
export function useMetricFields(sourceId: string, metrics: NamedMetric[]): string[] {
  const { span } = useTimeRange();
  return useQueries({
    queries: metrics.map((metric) => metricFieldsQuery(sourceId, metric, span)),
    combine: (answers) => ['ServiceName', ...new Set(answers.flatMap(({ data }) => data ?? []))],
  });
}
