import { Box, Button, Code, Group, Stack, Text } from '@mantine/core';

import { describe, describeRead, requestIdOf } from '../api/error';
import classes from './ErrorPanel.module.css';
import { Icon } from './Icon';

interface ErrorPanelProps {
  title: string;
  error: unknown;
  /** Tries again; without it the panel has no button. */
  onRetry?: () => void;
  /** It is tried again anyway while the server is away. */
  isRetried?: boolean;
}

/** Says what happened, what to quote when asking about it, and how to go on. */
export function ErrorPanel({ title, error, onRetry, isRetried = false }: ErrorPanelProps) {
  const requestId = requestIdOf(error);
  return (
    <Box className={classes.panel} role="alert">
      <Stack gap="sm" align="flex-start">
        <Group gap="sm" wrap="nowrap" className={classes.title}>
          <Icon name="warning" />
          <Text fw={600}>{title}</Text>
        </Group>
        <Text size="sm">{isRetried ? describeRead(error) : describe(error)}</Text>
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
    </Box>
  );
}
