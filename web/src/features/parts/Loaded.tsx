import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { describe } from '../../api/error';
import { ErrorPanel } from '../../components/ErrorPanel';
import classes from './parts.module.css';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** What is read, as the subject of a sentence: "The keys". */
  subject: string;
  /** Height of the skeleton. */
  height?: number;
  children: (data: Data) => ReactNode;
}

/** Shows what a query answered in its four states: on its way, there, failed, and old. */
export function Loaded<Data>({ query, subject, height = 160, children }: LoadedProps<Data>) {
  const retry = () => void query.refetch();
  if (query.isPending) return <Skeleton h={height} role="status" aria-label={`${subject}: loading`} />;
  if (query.isLoadingError) return <ErrorPanel title={`${subject} can’t be read`} error={query.error} onRetry={retry} />;
  return (
    <Stack gap="md">
      {query.isRefetchError && <Stale error={query.error} readAt={query.dataUpdatedAt} onRetry={retry} />}
      {query.data !== undefined && (
        <div className={classes.content} data-stale={query.isRefetchError || query.isPlaceholderData || undefined}>
          {children(query.data)}
        </div>
      )}
    </Stack>
  );
}

interface StaleProps {
  error: unknown;
  readAt: number;
  onRetry: () => void;
}

function Stale({ error, readAt, onRetry }: StaleProps) {
  return (
    <Alert color="yellow" variant="light" title={`This was read at ${new Date(readAt).toLocaleTimeString()}`} role="status">
      <Text size="sm">{describe(error)}</Text>
      <Button size="xs" variant="default" mt="sm" onClick={onRetry}>
        Read again
      </Button>
    </Alert>
  );
}

interface EmptyProps {
  title: string;
  /** What to do next. */
  children: ReactNode;
  action?: ReactNode;
}

/** Stands where a list would: says why it is empty and what to do next. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <Stack className={classes.empty} gap="sm" align="flex-start">
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw={560}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
