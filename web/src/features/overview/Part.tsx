import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './OverviewPage.module.css';

interface PartProps {
  name: string;
  detail: string;
  children: ReactNode;
}

/** One fact about the installation. */
export function Part({ name, detail, children }: PartProps) {
  return (
    <Box className={classes.part}>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text fw={600} mt="xs" component="div">
        {children}
      </Text>
      <Text size="xs" c="dimmed">
        {detail}
      </Text>
    </Box>
  );
}
