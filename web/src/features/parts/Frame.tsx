import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './parts.module.css';

interface FrameProps {
  title: string;
  /** One sentence below the title. */
  lead?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Fills the width instead of keeping to a readable column. */
  isWide?: boolean;
  children: ReactNode;
}

/** The frame of a page: what it is, what to do here, and its content. */
export function Frame({ title, lead, actions, isWide = false, children }: FrameProps) {
  return (
    <Stack className={classes.page} data-wide={isWide || undefined} gap="lg">
      <title>{`${title} · Cairn`}</title>
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={2} className={classes.grow}>
          <Title order={1}>{title}</Title>
          {lead !== undefined && (
            <Text size="sm" c="dimmed">
              {lead}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

interface SectionProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function Section({ title, lead, actions, children }: SectionProps) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Group justify="space-between" align="flex-end" gap="md">
        <Stack gap={2} className={classes.grow}>
          <Title order={2}>{title}</Title>
          {lead !== undefined && (
            <Text size="sm" c="dimmed">
              {lead}
            </Text>
          )}
        </Stack>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
