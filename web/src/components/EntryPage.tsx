import { Box, Center, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { ColorSchemeSwitch } from './ColorSchemeSwitch';
import classes from './EntryPage.module.css';
import { Mark } from './Mark';

interface EntryPageProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** The frame of the pages that stand before the sign-in: one column, one form. */
export function EntryPage({ title, lead, children }: EntryPageProps) {
  return (
    <Center component="main" mih="100vh" p="lg">
      <title>{`${title} · Cairn`}</title>
      <Box className={classes.switch}>
        <ColorSchemeSwitch />
      </Box>
      <Stack gap="xl" w="100%" maw={400}>
        <Group gap="sm">
          <Mark size={36} />
          <Text size="lg" fw={600}>
            Cairn
          </Text>
        </Group>
        <Stack gap="xs">
          <Title order={1}>{title}</Title>
          {lead !== undefined && <Text c="dimmed">{lead}</Text>}
        </Stack>
        <Box className={classes.panel}>{children}</Box>
      </Stack>
    </Center>
  );
}
