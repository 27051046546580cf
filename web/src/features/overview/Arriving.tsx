import { useQuery } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { firstSource, searchRows, sourcesQuery } from '../../api/telemetry';
import { When } from '../parts/When';
import { Part } from './Part';

const refreshMs = 10_000;
const lookBackMs = 86_400_000;

/** When the newest log record and the newest span came: how far the pages are behind the world. */
export function Arriving() {
  const sources = useQuery(sourcesQuery).data ?? [];
  return (['log', 'trace'] as const).map((kind) => {
    const source = firstSource(sources, kind);
    return source && <Newest key={kind} source={source} />;
  });
}

function Newest({ source }: { source: Source }) {
  const newest = useQuery({
    queryKey: ['newest', source.id],
    queryFn: ({ signal }) => newestOf(source, signal),
    refetchInterval: refreshMs,
  });
  return (
    <Part name={source.kind === 'log' ? 'Newest log record' : 'Newest span'} detail={source.name}>
      {newest.data === undefined ? '…' : <When at={newest.data} never="None for a day" />}
    </Part>
  );
}

async function newestOf({ id }: Source, signal: AbortSignal): Promise<string | null> {
  const startTime = new Date(Date.now() - lookBackMs).toISOString();
  const { data } = await searchRows({ sourceId: id, startTime, limit: 1, select: 'Timestamp' }, signal);
  return data[0] === undefined ? null : String(data[0].Timestamp);
}
