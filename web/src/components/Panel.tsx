import { Box, Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './Panel.module.css';

interface PanelProps {
  title?: string;
  actions?: ReactNode;
  /** Leaves the space inside to the content, for tables. */
  isFlush?: boolean;
  children: ReactNode;
}

/** A surface with a border; panels are never put into panels. */
export function Panel({ title, actions, isFlush = false, children }: PanelProps) {
  return (
    <Box component="section" className={classes.panel} {...(title !== undefined && { 'aria-label': title })}>
      {title !== undefined && (
        <Group className={classes.head} gap="sm" wrap="nowrap">
          <Title order={2} size="h3" flex={1} className={classes.title}>
            {title}
          </Title>
          {actions}
        </Group>
      )}
      <Box className={classes.body} data-flush={isFlush || undefined}>
        {children}
      </Box>
    </Box>
  );
}
