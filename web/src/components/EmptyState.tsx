import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Icon, type IconName } from './Icon';
import classes from './EmptyState.module.css';

interface EmptyStateProps {
  title: string;
  /** What to do next. */
  children: ReactNode;
  icon?: IconName;
  /** A button that does it. */
  action?: ReactNode;
}

/** Says that there is nothing, why, and what to do next. */
export function EmptyState({ title, children, icon = 'search', action }: EmptyStateProps) {
  return (
    <Stack className={classes.empty} gap="sm" align="center" role="status">
      <Box className={classes.icon}>
        <Icon name={icon} size={20} />
      </Box>
      <Text fw={600}>{title}</Text>
      <Box className={classes.lead}>{children}</Box>
      {action}
    </Stack>
  );
}
