import { Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Source } from '../../api/stack.gen';
import { listMetrics, searchRows, sourcesQuery } from '../../api/telemetry';
import { useMay } from '../../api/useMay';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Icon } from '../../components/Icon';
import { Panel } from '../../components/Panel';
import classes from './FirstEvent.module.css';

const pollMs = 2_000;
const lookBackMs = 86_400_000;

/** Waits until the first log record, span or metric is there; for those who may read it. */
export function FirstEvent() {
  return useMay().searches ? <Waiting /> : null;
}

function Waiting() {
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
              <b>Data is arriving.</b> The latest is {found.data.what}.
            </Text>
            <OpenButton source={found.data.source} />
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

/** Leads to the page that shows the data of a source. */
function OpenButton({ source: { id, kind } }: { source: Source }) {
  const [to, name] = kind === 'metric' ? (['/charts', 'Charts'] as const) : (['/search', 'Search'] as const);
  return (
    <Button renderRoot={(props) => <Link to={to} search={{ source: id }} {...props} />}>{`Open in ${name}`}</Button>
  );
}

/** The first data that was found, and where it can be looked at. */
interface Found {
  source: Source;
  /** What it is, such as `the service “cart”`. */
  what: string;
}

/** The sources whose data can be looked at, the ones that say most first. */
const kinds = ['log', 'trace', 'metric'];

async function firstOf(sources: Source[]): Promise<Found | null> {
  const startTime = new Date(Date.now() - lookBackMs).toISOString();
  const looked = sources
    .filter(({ kind, disabled }) => kinds.includes(kind) && !disabled)
    .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
  const answers = await Promise.all(
    looked.map(async (source) => {
      const what = source.kind === 'metric' ? await firstMetric(source, startTime) : await firstRow(source, startTime);
      return what === null ? null : { source, what };
    }),
  );
  return answers.find((answer) => answer !== null) ?? null;
}

async function firstRow({ id }: Source, startTime: string): Promise<string | null> {
  const { data } = await searchRows({ sourceId: id, startTime, limit: 1, select: 'Timestamp, ServiceName' });
  return data[0] === undefined ? null : `from the service “${String(data[0].ServiceName)}”`;
}

async function firstMetric({ id }: Source, startTime: string): Promise<string | null> {
  const { data } = await listMetrics({ sourceId: id, startTime, endTime: new Date().toISOString() });
  return data[0] === undefined ? null : `the metric “${data[0].name}”`;
}
