import { Anchor, Group, Stack, Text, Title } from '@mantine/core';

import type { Addresses } from '../../api/types';
import { Icon } from '../../components/Icon';
import { references } from './addresses';

/** Links to the reference pages that the APIs serve themselves. */
export function ReferenceLinks({ addresses }: { addresses: Addresses }) {
  const pages = references(addresses);
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>API reference</Title>
      {pages.length === 0 && (
        <Text c="dimmed">Both API listeners are off here. Open this page of a node that serves them.</Text>
      )}
      <Group gap="xl">
        {pages.map((page) => (
          <Anchor key={page.url} href={page.url} target="_blank" rel="noreferrer">
            <Group gap={6} component="span">
              {page.name}
              <Icon name="external" size={14} />
            </Group>
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}
