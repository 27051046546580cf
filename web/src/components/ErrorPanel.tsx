import { Alert, Button, Code, Stack, Text } from '@mantine/core';

import { describe, requestIdOf } from '../api/error';

interface ErrorPanelProps {
  title: string;
  error: unknown;
  /** Tries again; without it the panel has no button. */
  onRetry?: () => void;
}

/** Says what happened, what to quote when asking about it, and how to go on. */
export function ErrorPanel({ title, error, onRetry }: ErrorPanelProps) {
  const requestId = requestIdOf(error);
  return (
    <Alert color="red" variant="light" title={title} maw={560} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{describe(error)}</Text>
        {requestId !== '' && (
          <Text size="xs" c="dimmed">
            Request id <Code>{requestId}</Code>
          </Text>
        )}
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
