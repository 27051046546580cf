import { Button, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { overviewQuery } from '../../api/queries';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { ingestionKeysQuery, createIngestionKey, revokeIngestionKey } from './calls';
import { tryIngestionKey } from './hints';
import type { IngestionKey } from './types';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'Created' },
  { label: 'Last used' },
  { label: 'Actions', isHidden: true },
];

/** The team's keys for sending telemetry; they can't read. */
export function IngestionKeys() {
  const keys = useQuery(ingestionKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<IngestionKey | null>(null);
  const [leaving, setLeaving] = useState<IngestionKey | null>(null);
  const done = useDone(ingestionKeysQuery.queryKey);
  const button = <Button size="xs" onClick={() => setCreating(true)}>Create ingestion key</Button>;
  return (
    <Section title="Ingestion keys" lead="For collectors and SDKs that send telemetry to this team. They can’t read anything." actions={button}>
      <Loaded query={keys} subject="The ingestion keys">
        {(list) => (list.length === 0 ? <NoKeys /> : <KeyRows keys={list} onRevoke={setLeaving} />)}
      </Loaded>
      {isCreating && <CreateDialog onMade={setMade} onClose={() => setCreating(false)} />}
      {made !== null && <MadeDialog made={made} onClose={() => setMade(null)} />}
      {leaving !== null && (
        <ConfirmDialog
          title="Revoke ingestion key"
          confirm="Revoke key"
          onConfirm={() => revokeIngestionKey(leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          Senders that use <b>{leaving.name}</b> are refused from this moment on, and keep or lose their telemetry as they are set up.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function NoKeys() {
  return (
    <Empty title="No ingestion keys yet" icon="key">
      Create one and give it to an OpenTelemetry collector or SDK; its telemetry shows up in Search within seconds.
    </Empty>
  );
}

function KeyRows({ keys, onRevoke }: { keys: IngestionKey[]; onRevoke: (key: IngestionKey) => void }) {
  return (
    <Rows label="Ingestion keys" columns={columns}>
      {keys.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td fw={500}>{key.name}</Table.Td>
          <Table.Td>
            <When at={key.createdAt} />
          </Table.Td>
          <Table.Td>
            <When at={key.usedAt} never="Not yet" />
          </Table.Td>
          <Table.Td>
            <Button size="compact-xs" variant="subtle" color="red" onClick={() => onRevoke(key)} aria-label={`Revoke ingestion key ${key.name}`}>
              Revoke
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function CreateDialog({ onMade, onClose }: { onMade: (made: IngestionKey) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const done = useDone(ingestionKeysQuery.queryKey);
  const submit = async () => {
    onMade(await createIngestionKey(name.trim()));
    await done();
  };
  return (
    <FormDialog title="Create ingestion key" submit="Create key" onSubmit={submit} onClose={onClose} isReady={name.trim() !== ''}>
      <TextInput label="Name" description="Who sends with it, such as “production collector”." value={name} onChange={(event) => setName(event.currentTarget.value)} maxLength={128} data-autofocus />
    </FormDialog>
  );
}

function MadeDialog({ made, onClose }: { made: IngestionKey; onClose: () => void }) {
  const addresses = useQuery(overviewQuery).data?.addresses;
  return (
    <SecretDialog
      title={`Ingestion key ${made.name}`}
      secrets={[{ label: 'Ingestion key', value: made.key ?? '' }]}
      hint={tryIngestionKey(addresses?.otlpHttp ?? '', made.key ?? '')}
      onClose={onClose}
    />
  );
}
