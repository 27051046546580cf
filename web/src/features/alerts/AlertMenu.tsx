import { ActionIcon, Menu, Text } from '@mantine/core';
import { useState } from 'react';

import { describe } from '../../api/error';
import type { Alert } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { acknowledgementWords } from './silence';
import { SilenceDialog } from './SilenceDialog';
import { useSilencing } from './useSilencing';

/** What can be done about an alert in the list. */
export function AlertMenu({ alert, name }: { alert: Alert; name: string }) {
  const { acknowledging, ending, end, error } = useSilencing(alert);
  const [isOpen, setOpen] = useState(false);
  return (
    <May do="update:Alert">
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color={error === null ? 'gray' : 'red'}
            aria-label={`${name}: actions`}
            {...(error !== null && { title: describe(error) })}
            loading={acknowledging.isPending || ending.isPending}
          >
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {end !== null && <Menu.Item onClick={() => ending.mutate()}>{end}</Menu.Item>}
          {end === null && alert.state !== 'inactive' && (
            <Menu.Item onClick={() => acknowledging.mutate()}>
              Acknowledge
              <Text size="xs" c="dimmed">
                {acknowledgementWords}
              </Text>
            </Menu.Item>
          )}
          {end === null && <Menu.Item onClick={() => setOpen(true)}>Silence</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {isOpen && <SilenceDialog alertId={alert.id} onClose={() => setOpen(false)} />}
    </May>
  );
}
