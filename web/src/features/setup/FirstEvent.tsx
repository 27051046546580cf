import { Button, Group, Loader, Stack, Text } from '@mantine/core';
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

/** Shows live whether log records, spans and metrics arrive; for those who may read them. */
export function FirstEvent() {
  return useMay().searches ? <Arriving /> : null;
}

/** The kinds of sources whose data can be looked at, by the name of their data and the page that shows it. */
const signals = {
  log: { name: 'Logs', to: '/search', page: 'Search' },
  trace: { name: 'Traces', to: '/search', page: 'Search' },
  metric: { name: 'Metrics', to: '/charts', page: 'Charts' },
} as const;

type Signal = keyof typeof signals;

function Arriving() {
  const sources = useQuery(sourcesQuery);
  if (sources.isError) return <ErrorPanel title="Could not check for data" error={sources.error} />;
  const looked = (Object.keys(signals) as Signal[]).flatMap((signal) => {
    const source = sources.data?.find(({ kind, disabled }) => kind === signal && !disabled);
    return source === undefined ? [] : [{ signal, source }];
  });
  return (
    <Panel title="Is data arriving?">
      <Stack gap="sm" component="ul" className={classes.signals} aria-label="Is data arriving?">
        {looked.map(({ signal, source }) => (
          <SignalLine key={signal} signal={signal} source={source} />
        ))}
      </Stack>
    </Panel>
  );
}

/** One signal: waited for until its first data is there. */
function SignalLine({ signal, source }: { signal: Signal; source: Source }) {
  const { name, to, page } = signals[signal];
  const found = useQuery({
    queryKey: ['first-event', source.id],
    queryFn: () => firstOf(signal, source),
    refetchInterval: ({ state }) => (state.data ? false : pollMs),
  });
  const hasArrived = found.data !== undefined && found.data !== null;
  return (
    <Group component="li" gap="md" mih={36}>
      {hasArrived ? (
        <span className={classes.arrived}>
          <Icon name="met" />
        </span>
      ) : (
        <span className={classes.waiting}>
          <Loader size="xs" />
        </span>
      )}
      <Text size="sm" flex={1} miw={0} className={classes.words} role="status">
        <b>{name}</b>: {words(found)}
      </Text>
      {hasArrived && (
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => <Link to={to} search={{ source: source.id }} {...props} />}
        >{`Open in ${page}`}</Button>
      )}
    </Group>
  );
}

function words({ data, isError }: { data?: string | null | undefined; isError: boolean }): string {
  if (isError) return 'could not be checked; trying again…';
  return data === undefined || data === null ? 'waiting for data…' : `arriving; the latest is ${data}`;
}

/** What the first data is, such as `from the service “cart”`; null while there is none. */
function firstOf(signal: Signal, source: Source): Promise<string | null> {
  const startTime = new Date(Date.now() - lookBackMs).toISOString();
  return signal === 'metric' ? firstMetric(source, startTime) : firstRow(source, startTime);
}

async function firstRow({ id }: Source, startTime: string): Promise<string | null> {
  const { data } = await searchRows({ sourceId: id, startTime, limit: 1, select: 'Timestamp, ServiceName' });
  return data[0] === undefined ? null : `from the service “${String(data[0].ServiceName)}”`;
}

async function firstMetric({ id }: Source, startTime: string): Promise<string | null> {
  const { data } = await listMetrics({ sourceId: id, startTime, endTime: new Date().toISOString() });
  return data[0] === undefined ? null : `the metric “${data[0].name}”`;
}
