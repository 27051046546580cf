import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { describe } from '../../api/error';
import { overviewQuery } from '../../api/queries';
import type { Overview } from '../../api/types';
import { ErrorPanel } from '../../components/ErrorPanel';
import { EndpointTable } from './EndpointTable';
import classes from './OverviewPage.module.css';
import { OverviewSkeleton } from './OverviewSkeleton';
import { ReferenceLinks } from './ReferenceLinks';
import { StatusPanel } from './StatusPanel';

/** Shows whether the installation is well and where its listeners are. */
export function OverviewPage() {
  const overview = useQuery(overviewQuery);
  const retry = () => void overview.refetch();
  return (
    <Stack className={classes.page} gap="xl">
      <title>Overview · Cairn</title>
      <Title order={1}>Overview</Title>
      {overview.isPending && <OverviewSkeleton />}
      {overview.isLoadingError && <ErrorPanel title="The overview can’t be read" error={overview.error} onRetry={retry} />}
      {overview.isRefetchError && <StaleNotice error={overview.error} readAt={overview.dataUpdatedAt} onRetry={retry} />}
      {overview.data !== undefined && <Content overview={overview.data} isStale={overview.isRefetchError} />}
    </Stack>
  );
}

function Content({ overview, isStale }: { overview: Overview; isStale: boolean }) {
  return (
    <Stack gap="xl" className={classes.content} data-stale={isStale || undefined}>
      <StatusPanel overview={overview} />
      <EndpointTable addresses={overview.addresses} />
      <ReferenceLinks addresses={overview.addresses} />
    </Stack>
  );
}

interface StaleNoticeProps {
  error: unknown;
  readAt: number;
  onRetry: () => void;
}

function StaleNotice({ error, readAt, onRetry }: StaleNoticeProps) {
  return (
    <Alert color="yellow" variant="light" title={`This was read at ${new Date(readAt).toLocaleTimeString()}`} role="status">
      <Text size="sm">{describe(error)}</Text>
      <Button size="xs" variant="default" mt="sm" onClick={onRetry}>
        Read again
      </Button>
    </Alert>
  );
}
