import { Button, Checkbox, Group, Table, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Key, NewKey, Organization } from '../../api/cloud.gen';
import { overviewQuery } from '../../api/queries';
import { useZone } from '../../time/zone';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { State } from '../parts/State';
import { endOfDay, notBefore } from '../parts/time';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { originOf } from '../team/hints';
import mono from '../parts/mono.module.css';
import { createKey, deleteKey, keysQuery, switchKey } from './calls';
import { MoreRolesField } from './MoreRolesField';
import { rolesBody, rolesQuery, rolesText } from './roleCalls';
import type { CloudMay, MemberRole } from './roles';
import { readRules } from './rules';
import { stateWords } from './states';
import { useCloudMay } from './useCloudMay';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'State' },
  { label: 'Roles' },
  { label: 'Ends in' },
  { label: 'Last used' },
  { label: 'Expires' },
  { label: 'Allowed from' },
  { label: 'Actions', isHidden: true },
];
const systemRoles: MemberRole[] = ['admin', 'developer', 'billing'];

/** The keys that programs manage the organization with. */
export function KeysSection({ organization }: { organization: Organization }) {
  const keys = useQuery(keysQuery(organization.id));
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<NewKey | null>(null);
  const [leaving, setLeaving] = useState<Key | null>(null);
  const done = useDone(keysQuery(organization.id).queryKey);
  const switching = useMutation({
    mutationFn: (key: Key) => switchKey(organization.id, key.id, key.state === 'enabled' ? 'disabled' : 'enabled'),
    onSettled: done,
  });
  const may = useCloudMay();
  const button = may('control-plane:organization:create-api-keys') && (
    <Button size="xs" onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <Section
      title="Keys"
      lead="For programs that manage the organization, such as Terraform: the key id is the user name, the secret the password."
      actions={button}
    >
      <Loaded query={keys} subject="The keys">
        {(list) =>
          list.length === 0 ? (
            <Empty title="No keys yet" icon="key">
              Create one to manage services from a script. A key has only the roles that you give it.
            </Empty>
          ) : (
            <Rows label="Keys" columns={columns}>
              {list.map((key) => (
                <KeyRow
                  key={key.id}
                  row={key}
                  may={may}
                  onSwitch={() => switching.mutate(key)}
                  onDelete={() => setLeaving(key)}
                />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {isCreating && <CreateDialog organization={organization} onMade={setMade} onClose={() => setCreating(false)} />}
      {made !== null && <MadeDialog organization={organization} made={made} onClose={() => setMade(null)} />}
      {leaving !== null && (
        <ConfirmDialog
          title="Delete key"
          confirm="Delete key"
          onConfirm={() => deleteKey(organization.id, leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          Programs that use <b>{leaving.name}</b> lose access at once. This can’t be undone.
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface KeyRowProps {
  row: Key;
  may: CloudMay;
  onSwitch: () => void;
  onDelete: () => void;
}

function KeyRow({ row, may, onSwitch, onDelete }: KeyRowProps) {
  const isOn = row.state === 'enabled';
  return (
    <Table.Tr>
      <Table.Td fw={500}>{row.name}</Table.Td>
      <Table.Td>
        <State tone={isOn ? 'good' : 'quiet'}>{stateWords(row.state)}</State>
      </Table.Td>
      <Table.Td>{rolesText(row.assignedRoles)}</Table.Td>
      <Table.Td ff="monospace" fz="xs">
        …{row.keySuffix}
      </Table.Td>
      <Table.Td>
        <When at={notBefore(row.usedAt ?? null, row.createdAt)} never="Never" />
      </Table.Td>
      <Table.Td>
        <When at={row.expireAt} />
      </Table.Td>
      <Table.Td ff="monospace" fz="xs">
        {row.ipAccessList.map((rule) => rule.source).join(', ') || 'Nowhere'}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          {may('control-plane:organization:update-api-keys') && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={onSwitch}
              aria-label={`${isOn ? 'Disable' : 'Enable'} key ${row.name}`}
            >
              {isOn ? 'Disable' : 'Enable'}
            </Button>
          )}
          {may('control-plane:organization:delete-api-keys') && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={onDelete}
              aria-label={`Delete key ${row.name}`}
            >
              Delete
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface CreateDialogProps {
  organization: Organization;
  onMade: (made: NewKey) => void;
  onClose: () => void;
}

function CreateDialog({ organization, onMade, onClose }: CreateDialogProps) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<MemberRole[]>(['developer']);
  const [more, setMore] = useState<string[]>([]);
  const roles = useQuery(rolesQuery(organization.id)).data ?? [];
  const [expiry, setExpiry] = useState('');
  const [zone] = useZone();
  const [from, setFrom] = useState('');
  const done = useDone(keysQuery(organization.id).queryKey);
  const submit = async () => {
    const expireAt = endOfDay(expiry, zone);
    const rules = readRules(from);
    onMade(
      await createKey(organization.id, {
        name: name.trim(),
        ...rolesBody({ roles: chosen }, chosen, chosen.includes('admin') ? [] : more, roles),
        ...(expireAt !== null && { expireAt }),
        ...(rules.length > 0 && { ipAccessList: rules }),
      }),
    );
    await done();
  };
  return (
    <FormDialog
      title="Create key"
      submit="Create key"
      content={[name, chosen, more, expiry, from]}
      onSubmit={submit}
      onClose={onClose}
      isReady={name.trim() !== '' && chosen.length + more.length > 0}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={128}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Checkbox.Group label="Roles" value={chosen} onChange={(words) => setChosen(words as MemberRole[])}>
        <Group mt="xs">
          {systemRoles.map((role) => (
            <Checkbox key={role} value={role} label={stateWords(role)} />
          ))}
        </Group>
      </Checkbox.Group>
      <MoreRolesField
        organization={organization.id}
        chosen={more}
        onChange={setMore}
        isAdmin={chosen.includes('admin')}
      />
      <TextInput
        label="Expires"
        description="The last day it is valid. Leave empty for no expiry."
        type="date"
        value={expiry}
        onChange={(event) => setExpiry(event.currentTarget.value)}
      />
      <Textarea
        label="Allowed from"
        description="IP addresses or networks, one per line. Leave empty to allow any."
        placeholder="203.0.113.0/24"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
        autosize
        minRows={2}
        classNames={{ input: mono.input ?? '' }}
      />
    </FormDialog>
  );
}

function MadeDialog({
  organization,
  made,
  onClose,
}: {
  organization: Organization;
  made: NewKey;
  onClose: () => void;
}) {
  const address = useQuery(overviewQuery).data?.addresses.cloud ?? '';
  const [id, secret] = [made.keyId ?? '', made.keySecret ?? ''];
  return (
    <SecretDialog
      title={`Key ${made.key.name}`}
      secrets={[
        { label: 'Key id', value: id },
        { label: 'Key secret', value: secret },
      ]}
      hint={`curl --user '${id}:${secret}' ${originOf(address)}/v1/organizations/${organization.id}/services`}
      onClose={onClose}
    />
  );
}
