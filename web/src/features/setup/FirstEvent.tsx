import { Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Source } from '../../api/stack.gen';
import { searchRows, sourcesQuery } from '../../api/telemetry';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Icon } from '../../components/Icon';
import { Panel } from '../../components/Panel';
import classes from './FirstEvent.module.css';

const pollMs = 2_000;
const lookBackMs = 86_400_000;

/** Waits until the first log record or span is there. */
export function FirstEvent() {
  const sources = useQuery(sourcesQuery).data;
  const found = useQuery({
    queryKey: ['first-event', sources?.map(({ id }) => id)],
    queryFn: () => firstOf(sources ?? []),
    enabled: sources !== undefined,
    refetchInterval: ({ state }) => (state.data ? false : pollMs),
  });
  if (found.isError)
    return <ErrorPanel title="Could not check for data" error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <Panel>
      <Group gap="md" role="status" aria-live="polite">
        {found.data ? (
          <>
            <span className={classes.arrived}>
              <Icon name="met" />
            </span>
            <Text size="sm" flex={1}>
              <b>Data is arriving.</b> The latest is from the service “{found.data.service}”.
            </Text>
            <Button renderRoot={(props) => <Link to="/search" search={{ source: found.data?.sourceId }} {...props} />}>
              Open in Search
            </Button>
          </>
        ) : (
          <>
            <Loader size="xs" />
            <Text size="sm">Waiting for data…</Text>
          </>
        )}
      </Group>
    </Panel>
  );
}

interface Found {
  sourceId: string;
  service: string;
}

async function firstOf(sources: Source[]): Promise<Found | null> {
  const startTime = new Date(Date.now() - lookBackMs).toISOString();
  const searchable = sources.filter(({ kind, disabled }) => (kind === 'log' || kind === 'trace') && !disabled);
  const answers = await Promise.all(
    searchable.map(async ({ id }) => {
      const { data } = await searchRows({ sourceId: id, startTime, limit: 1, select: 'Timestamp, ServiceName' });
      return data[0] === undefined ? null : { sourceId: id, service: String(data[0].ServiceName) };
    }),
  );
  return answers.find((answer) => answer !== null) ?? null;
}
