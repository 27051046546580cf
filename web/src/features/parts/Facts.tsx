import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { CopyButton } from '../../components/CopyButton';
import classes from './Facts.module.css';

/** One thing that is known about something. */
export interface Fact {
  name: string;
  value: ReactNode;
  note?: string | undefined;
  isMono?: boolean;
  /** Offers to copy the value, which has to be text. */
  canCopy?: boolean;
}

/** What is known about something, side by side. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, value, note, isMono, canCopy }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd data-mono={isMono || undefined}>
            <Group gap="xs" wrap="nowrap">
              <span className={classes.value}>{value}</span>
              {canCopy && typeof value === 'string' && value !== '' && <CopyButton value={value} what={name} />}
            </Group>
            {note !== undefined && note !== '' && (
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
