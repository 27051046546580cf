import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { listFields, showChartSql } from '../../api/telemetry';
import type { TimeSpan } from '../../time/range';
import { requestOf, type ChartState } from './state';

/** What can be aggregated and grouped by; a metric source has no list of it. */
export function chartFieldsQuery(source: Source) {
  return queryOptions({
    queryKey: ['charts', 'fields', source.id],
    queryFn: async ({ signal }) =>
      source.kind === 'metric' ? [] : (await listFields({ sourceId: source.id }, signal)).data,
    staleTime: 300_000,
  });
}

/** The SQL of a chart over a span. */
export function statementsQuery(chart: ChartState, source: Source, span: TimeSpan) {
  const body = requestOf(chart, source, span);
  return queryOptions({
    queryKey: ['charts', 'sql', body],
    queryFn: async ({ signal }) => (await showChartSql(body, signal)).statements,
    placeholderData: keepPreviousData,
  });
}
