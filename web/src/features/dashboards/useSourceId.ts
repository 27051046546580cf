import { useQuery } from '@tanstack/react-query';

import { sourcesQuery } from '../../api/telemetry';

/** The source that a new tile starts with: the team's logs, or whatever it has. */
export function useSourceId(): string {
  const sources = useQuery(sourcesQuery).data ?? [];
  return (sources.find(({ kind }) => kind === 'log') ?? sources[0])?.id ?? '';
}
