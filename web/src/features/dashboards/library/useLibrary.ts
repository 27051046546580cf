import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Source, SourceMetric } from '../../../api/stack.gen';
import { sourcesQuery } from '../../../api/telemetry';
import { findEntries } from '../../../components/paletteSearch';
import { useTimeRange } from '../../../time/useTimeRange';
import { metricsQuery } from '../../metrics/queries';
import { dashboardsQuery } from '../calls';
import { settleMs } from '../settled';
import { metricEntries, readyEntries, tileEntries, type LibraryEntry } from './entries';

/** More tiles than this are not listed; a word more finds the others. */
const entriesMax = 300;

interface Library {
  /** The tiles that have every word of the text. */
  found: LibraryEntry[];
  isLoading: boolean;
  error: unknown;
  retry: () => void;
}

const none: never[] = [];

/** The tiles that can be added to a dashboard: ready-made ones, then those of the others. */
export function useLibrary(dashboardId: string, text: string): Library {
  const sources = useQuery(sourcesQuery);
  const dashboards = useQuery(dashboardsQuery);
  const used = useMemo(() => (sources.data ?? none).filter(({ disabled }) => disabled !== true), [sources.data]);
  const metrics = useMetrics(used, text);
  const entries = useMemo(
    () => [
      ...readyEntries(used),
      ...tileEntries(dashboards.data ?? none, dashboardId),
      ...metrics.flatMap(([source, list]) => metricEntries(source, list)),
    ],
    [used, dashboards.data, dashboardId, metrics],
  );
  return {
    found: useMemo(() => findEntries(entries, text, entriesMax), [entries, text]),
    isLoading: sources.isPending || dashboards.isPending,
    error: sources.error ?? dashboards.error,
    retry: () => void Promise.all([sources.refetch(), dashboards.refetch()]),
  };
}

/** The metrics of each source; those that a typed word is looked for in may be more than a list has room for. */
function useMetrics(sources: Source[], text: string): [Source, SourceMetric[]][] {
  const { span } = useTimeRange();
  const [typed] = useDebouncedValue(text.trim(), settleMs);
  const contains = /\s/.test(typed) ? '' : typed;
  const asked = sources
    .filter(({ kind }) => kind === 'metric')
    .flatMap((source) => [{ source, contains: '' }, ...(contains === '' ? [] : [{ source, contains }])]);
  return useQueries({
    queries: asked.map(({ source, contains: part }) => metricsQuery(source.id, part, span)),
    combine: (answers) => merged(asked.map(({ source }, at) => [source, answers[at]?.data ?? none])),
  });
}

/** One list for each source, in which each metric is once. */
function merged(lists: [Source, SourceMetric[]][]): [Source, SourceMetric[]][] {
  const bySource = new Map<Source, Map<string, SourceMetric>>();
  for (const [source, list] of lists) {
    const known = bySource.get(source) ?? new Map<string, SourceMetric>();
    for (const metric of list) known.set(`${metric.name} ${metric.metricDataType}`, metric);
    bySource.set(source, known);
  }
  return [...bySource].map(([source, known]) => [source, [...known.values()]]);
}
