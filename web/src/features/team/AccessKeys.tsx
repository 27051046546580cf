import { Button, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { overviewQuery } from '../../api/queries';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { endOfDay } from '../parts/time';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { accessKeysQuery, createAccessKey, revokeAccessKey } from './calls';
import { tryAccessKey } from './hints';
import type { AccessKey } from './types';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'Created' },
  { label: 'Last used' },
  { label: 'Expires' },
  { label: 'Actions', isHidden: true },
];

/** One's own keys: whoever holds one acts as this person. */
export function AccessKeys() {
  const keys = useQuery(accessKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<AccessKey | null>(null);
  const [leaving, setLeaving] = useState<AccessKey | null>(null);
  const done = useDone(accessKeysQuery.queryKey);
  const button = <Button size="xs" onClick={() => setCreating(true)}>Create access key</Button>;
  return (
    <Section title="Personal access keys" lead="For programs that call the API as you. Send one as “Authorization: Bearer …”." actions={button}>
      <Loaded query={keys} subject="The access keys">
        {(list) => (list.length === 0 ? <NoKeys /> : <KeyRows keys={list} onRevoke={setLeaving} />)}
      </Loaded>
      {isCreating && <CreateDialog onMade={setMade} onClose={() => setCreating(false)} />}
      {made !== null && <MadeDialog made={made} onClose={() => setMade(null)} />}
      {leaving !== null && (
        <ConfirmDialog
          title="Revoke access key"
          confirm="Revoke key"
          onConfirm={() => revokeAccessKey(leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          Programs that use <b>{leaving.name}</b> are refused from this moment on. This can’t be taken back.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function NoKeys() {
  return (
    <Empty title="No access keys yet" icon="key">
      Create one to call the API from a script or a tool such as Terraform. A key has all rights that you have in this team.
    </Empty>
  );
}

function KeyRows({ keys, onRevoke }: { keys: AccessKey[]; onRevoke: (key: AccessKey) => void }) {
  return (
    <Rows label="Personal access keys" columns={columns}>
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
            <When at={key.expireAt} />
          </Table.Td>
          <Table.Td>
            <Button size="compact-xs" variant="subtle" color="red" onClick={() => onRevoke(key)} aria-label={`Revoke access key ${key.name}`}>
              Revoke
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function CreateDialog({ onMade, onClose }: { onMade: (made: AccessKey) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState('');
  const done = useDone(accessKeysQuery.queryKey);
  const submit = async () => {
    onMade(await createAccessKey(name.trim(), endOfDay(expiry)));
    await done();
  };
  return (
    <FormDialog title="Create access key" submit="Create key" onSubmit={submit} onClose={onClose} isReady={name.trim() !== ''}>
      <TextInput label="Name" description="Where it will be used, such as “deploy pipeline”." value={name} onChange={(event) => setName(event.currentTarget.value)} maxLength={128} data-autofocus />
      <TextInput label="Expires" description="The last day on which it works; empty for never." type="date" value={expiry} onChange={(event) => setExpiry(event.currentTarget.value)} />
    </FormDialog>
  );
}

function MadeDialog({ made, onClose }: { made: AccessKey; onClose: () => void }) {
  const addresses = useQuery(overviewQuery).data?.addresses;
  return (
    <SecretDialog
      title={`Access key ${made.name}`}
      secrets={[{ label: 'Access key', value: made.key ?? '' }]}
      hint={tryAccessKey(addresses?.stack ?? '', made.key ?? '')}
      onClose={onClose}
    />
  );
}
