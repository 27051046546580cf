import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';

import type { ChartRequestBody } from '../../../api/stack.gen';
import { queryChart, type ChartAnswer } from '../../../api/telemetry';

/** Reads all parts of a chart; the old numbers stay until the new ones are there. */
export function useChart(requests: ChartRequestBody[]): UseQueryResult<ChartAnswer[]> {
  return useQuery({
    queryKey: ['chart', requests],
    queryFn: ({ signal }) => Promise.all(requests.map((request) => queryChart(request, signal))),
    placeholderData: keepPreviousData,
    enabled: requests.length > 0,
  });
}
