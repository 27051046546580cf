import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { describeRead, requestIdOf } from '../api/error';
import { clockTime } from '../time/format';
import { useZone } from '../time/zone';
import { ErrorPanel } from './ErrorPanel';
import { Icon } from './Icon';
import { Page } from './Page';
import { useShown, type ViewQuery } from './useShown';
import classes from './View.module.css';

interface ViewProps<Data> {
  query: ViewQuery<Data>;
  /** What can't be shown when it fails, such as `The dashboards could not be loaded`. */
  failure: string;
  /** Says whether there is nothing to show. */
  isEmpty?: (data: Data) => boolean;
  /** Shown when there is nothing: an EmptyState. */
  empty?: ReactNode;
  /** Holds the place while the first answer is on its way. */
  skeleton?: ReactNode;
  /** Names a page whose own name is read as well, until it is there. */
  title?: string;
  children: (data: Data) => ReactNode;
}

/**
 * The states of everything that is read from the server: loading, error,
 * empty, data, and data that is older than it should be.
 */
export function View<Data>({ query, failure, isEmpty, empty, skeleton = <Lines />, title, children }: ViewProps<Data>) {
  const retry = () => void query.refetch();
  const { data, readAt } = useShown(query);
  const hasFailed = query.error !== null && query.error !== undefined;
  if (data === undefined) {
    const place = hasFailed ? <Failure title={failure} error={query.error} onRetry={retry} /> : skeleton;
    return title === undefined ? place : <Page title={title}>{place}</Page>;
  }
  return (
    <>
      {hasFailed && <StaleNotice error={query.error} readAt={readAt} onRetry={retry} />}
      <Box
        className={classes.content}
        data-stale={hasFailed || query.isPlaceholderData === true || undefined}
        aria-busy={(!hasFailed && query.isPlaceholderData) || undefined}
      >
        {isEmpty?.(data) === true ? empty : children(data)}
      </Box>
    </>
  );
}

function Failure({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <Box p="lg">
      <ErrorPanel title={title} error={error} onRetry={onRetry} isRetried />
    </Box>
  );
}

/** A skeleton of lines, for lists and tables. */
export function Lines({ count = 6 }: { count?: number }) {
  return (
    <Stack gap="sm" p="lg" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, at) => (
        <Skeleton key={at} h={20} w={`${100 - ((at * 17) % 40)}%`} />
      ))}
    </Stack>
  );
}

/** Says that what is shown could not be refreshed. */
function StaleNotice({ error, readAt, onRetry }: { error: unknown; readAt: number; onRetry: () => void }) {
  const [zone] = useZone();
  const id = requestIdOf(error);
  return (
    <Group className={classes.notice} gap="sm" role="status" wrap="nowrap">
      <Icon name="warning" />
      <Text size="sm" flex={1}>
        Showing data from {clockTime(readAt, zone)}. {describeRead(error)}
        {id !== '' && ` Request id ${id}.`}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Group>
  );
}
