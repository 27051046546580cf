import { Button, Group, Modal, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { ShareLink } from '../../api/stack.gen';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Snippet } from '../../components/Snippet';
import { Lines, View } from '../../components/View';
import { Rows } from '../parts/Rows';
import { useDone } from '../parts/useDone';
import { useNow } from '../parts/useNow';
import { When } from '../parts/When';
import { createShareLink, lifetimes, revokeShareLink, shareLinksQuery, stateOf, type Lifetime } from './sharing';
import { usePeople } from './usePeople';

const columns = [
  { label: 'Created' },
  { label: 'By' },
  { label: 'Ends' },
  { label: 'State' },
  { label: 'Revoke', isHidden: true },
];

/** Makes links that show a dashboard to people without an account, and ends them. */
export function ShareDialog({ dashboardId, onClose }: { dashboardId: string; onClose: () => void }) {
  const links = useQuery(shareLinksQuery(dashboardId));
  return (
    <Modal opened onClose={onClose} title="Share by link" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text size="sm">
          Anyone with the link sees this dashboard without signing in, read-only, with its filters and any time range of
          up to 31 days, until the link ends. They see every later change too.
        </Text>
        <NewLink dashboardId={dashboardId} />
        <View query={links} failure="The links could not be loaded" skeleton={<Lines count={2} />}>
          {(list) => (list.length === 0 ? null : <Links dashboardId={dashboardId} list={list} />)}
        </View>
      </Stack>
    </Modal>
  );
}

function NewLink({ dashboardId }: { dashboardId: string }) {
  const [lifetime, setLifetime] = useState<Lifetime>('1d');
  const done = useDone(shareLinksQuery(dashboardId).queryKey);
  const making = useMutation({ mutationFn: () => createShareLink(dashboardId, lifetime), onSuccess: done });
  return (
    <>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Works for"
          size="xs"
          data={lifetimes}
          value={lifetime}
          onChange={(event) => setLifetime(event.currentTarget.value as Lifetime)}
        />
        <Button size="xs" loading={making.isPending} onClick={() => making.mutate()}>
          Create link
        </Button>
      </Group>
      {making.isError && <ErrorPanel title="The link was not created" error={making.error} />}
      {making.data?.url !== undefined && (
        <Stack gap={4} role="status">
          <Text size="sm">Copy it now. You won’t be able to see it again.</Text>
          <Snippet what="Link" text={making.data.url} />
        </Stack>
      )}
    </>
  );
}

function Links({ dashboardId, list }: { dashboardId: string; list: ShareLink[] }) {
  const nameOf = usePeople();
  const now = useNow();
  const done = useDone(shareLinksQuery(dashboardId).queryKey);
  const revoking = useMutation({ mutationFn: revokeShareLink, onSuccess: done });
  return (
    <>
      {revoking.isError && <ErrorPanel title="The link was not revoked" error={revoking.error} />}
      <Rows label="Links" columns={columns}>
        {list.map((link) => (
          <Table.Tr key={link.id}>
            <Table.Td>
              <When at={link.createdAt} />
            </Table.Td>
            <Table.Td>{nameOf(link.createdBy)}</Table.Td>
            <Table.Td>
              <When at={link.expireAt} />
            </Table.Td>
            <Table.Td>{stateOf(link, now)}</Table.Td>
            <Table.Td>
              {stateOf(link, now) === 'Active' && (
                <Button size="compact-xs" variant="default" onClick={() => revoking.mutate(link.id)}>
                  Revoke
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </>
  );
}
