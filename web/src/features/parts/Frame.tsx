import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { Page } from '../../components/Page';
import classes from './parts.module.css';

interface FrameProps {
  title: string;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page of sections, which keep to a readable width. */
export function Frame({ title, actions, children }: FrameProps) {
  return (
    <Page title={title} actions={actions}>
      <Stack className={classes.column} gap="lg">
        {children}
      </Stack>
    </Page>
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
      <Group justify="space-between" gap="md">
        <Stack gap={2} className={classes.grow}>
          <Title order={2} size="h3">
            {title}
          </Title>
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
