import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { create } from '../../api/client';
import type { Addresses } from '../../api/types';
import { ErrorPanel } from '../../components/ErrorPanel';
import { May } from '../../components/May';
import { Panel } from '../../components/Panel';
import { Snippet } from '../../components/Snippet';
import { destination, withoutScheme } from './addresses';
import { firstKey } from './firstKey';
import { snippetsOf } from './snippets';

/** A key, and what to paste where. */
export function Sending({ addresses }: { addresses: Addresses }) {
  const [key, making] = useKey();
  if (key === undefined) {
    return (
      <Panel title="Ingestion key">
        <Stack gap="sm" align="flex-start">
          <Text size="sm">Senders need an ingestion key. A key is shown once, when it is made.</Text>
          {making.isError && <ErrorPanel title="The key was not created" error={making.error} />}
          <May
            do="create:Source"
            otherwise={<Text size="sm">Your role can’t create one; ask an admin of the team.</Text>}
          >
            <Button loading={making.isPending} onClick={() => making.mutate()}>
              Create ingestion key
            </Button>
          </May>
        </Stack>
      </Panel>
    );
  }
  return (
    <Stack gap="lg">
      <Panel title="Ingestion key">
        <Snippet text={key} what="ingestion key" />
        <Text size="xs" c="dimmed" mt="sm">
          It is shown only once. You can create more keys in the team settings.
        </Text>
      </Panel>
      <Snippets addresses={addresses} ingestionKey={key} />
    </Stack>
  );
}

function Snippets({ addresses, ingestionKey }: { addresses: Addresses; ingestionKey: string }) {
  const snippets = snippetsOf({ ...destination(addresses), key: ingestionKey });
  return (
    <Panel title="How to send">
      <Tabs defaultValue="0">
        <Tabs.List mb="md">
          {snippets.map(({ name }, at) => (
            <Tabs.Tab key={name} value={String(at)}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, text }, at) => (
          <Tabs.Panel key={name} value={String(at)}>
            <Snippet text={text} what={name} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Group mt="sm">
        <Text size="xs" c="dimmed">
          Servers behind another address: put that address in place of {withoutScheme(addresses.otlpHttp)}.
        </Text>
      </Group>
    </Panel>
  );
}

/** The key that was made with the installation, or one that is made here. */
function useKey() {
  const client = useQueryClient();
  const key = useQuery<string>({ queryKey: firstKey, queryFn: skipToken }).data;
  const making = useMutation({
    mutationFn: () => create('/api/v2/ingestion-keys', { body: { name: 'Created to send data' } }),
    onSuccess: ({ key: made }) => client.setQueryData(firstKey, made),
  });
  return [key, making] as const;
}
