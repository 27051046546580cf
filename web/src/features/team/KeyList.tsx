import { Button, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { overviewQuery, sessionQuery } from '../../api/queries';
import type { Right } from '../../api/may';
import { usesStack } from '../../api/roles';
import type { Role } from '../../api/stack.gen';
import type { Addresses } from '../../api/types';
import { useMay } from '../../api/useMay';
import { useZone } from '../../time/zone';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { endOfDay, notBefore } from '../parts/time';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { rolesQuery } from './roleCalls';
import { RoleSelect } from './RoleSelect';
import type { TeamKey } from './types';

/** What a kind of keys is for, and how it is made and taken back. */
export interface KeyKind {
  title: string;
  lead: string;
  /** What one is called within a sentence, such as `access key`. */
  noun: string;
  query: { queryKey: string[]; queryFn: () => Promise<TeamKey[]> };
  canExpire: boolean;
  /** It can be kept below a role. */
  canBeLimited: boolean;
  /** What it takes to make one and to take one back; absent for one's own. */
  needs?: { create: Right; revoke: Right };
  /** Where a key is used, for the field of its name. */
  nameHint: string;
  /** What to do when there are none. */
  empty: string;
  /** What happens to those who use a key that is revoked. */
  farewell: (name: string) => ReactNode;
  /** How to see that a key works. */
  hint: (addresses: Addresses | undefined, key: string) => string;
  create: (name: string, expireAt: string | null, roleId: string) => Promise<TeamKey>;
  revoke: (id: string) => Promise<unknown>;
}

/** The keys of a kind; a new one is shown once. */
export function KeyList({ kind }: { kind: KeyKind }) {
  const keys = useQuery(kind.query);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<TeamKey | null>(null);
  const [leaving, setLeaving] = useState<TeamKey | null>(null);
  const done = useDone(kind.query.queryKey);
  const may = useMay();
  const isAllowed = (what: 'create' | 'revoke') => kind.needs === undefined || may(kind.needs[what]);
  const button = isAllowed('create') && (
    <Button size="xs" onClick={() => setCreating(true)}>
      Create {kind.noun}
    </Button>
  );
  return (
    <Section title={kind.title} lead={kind.lead} actions={button}>
      <Loaded query={keys} subject={`The ${kind.noun}s`}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={`No ${kind.noun}s yet`} icon="key">
              {kind.empty}
            </Empty>
          ) : (
            <KeyRows kind={kind} keys={list} onRevoke={isAllowed('revoke') ? setLeaving : null} />
          )
        }
      </Loaded>
      {isCreating && <CreateDialog kind={kind} onMade={setMade} onClose={() => setCreating(false)} />}
      {made !== null && <MadeDialog kind={kind} made={made} onClose={() => setMade(null)} />}
      {leaving !== null && (
        <ConfirmDialog
          title={`Revoke ${kind.noun}`}
          confirm="Revoke key"
          onConfirm={() => kind.revoke(leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          {kind.farewell(leaving.name)}
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface KeyRowsProps {
  kind: KeyKind;
  keys: TeamKey[];
  /** Null for those who may not. */
  onRevoke: ((key: TeamKey) => void) | null;
}

function KeyRows({ kind, keys, onRevoke }: KeyRowsProps) {
  const roles = useQuery({ ...rolesQuery, enabled: useMay()('read:Role') && kind.canBeLimited }).data;
  const columns = [
    { label: 'Name' },
    { label: 'Created' },
    { label: 'Last used' },
    ...(kind.canExpire ? [{ label: 'Expires' }] : []),
    ...(kind.canBeLimited ? [{ label: 'Limited to' }] : []),
    { label: 'Actions', isHidden: true },
  ];
  return (
    <Rows label={kind.title} columns={columns}>
      {keys.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td fw={500}>{key.name}</Table.Td>
          <Table.Td>
            <When at={key.createdAt} />
          </Table.Td>
          <Table.Td>
            <When at={notBefore(key.usedAt, key.createdAt)} never="Never" />
          </Table.Td>
          {kind.canExpire && (
            <Table.Td>
              <When at={key.expireAt ?? null} />
            </Table.Td>
          )}
          {kind.canBeLimited && <Table.Td>{limitOf(key, roles)}</Table.Td>}
          <Table.Td>
            {onRevoke !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                onClick={() => onRevoke(key)}
                aria-label={`Revoke ${kind.noun} ${key.name}`}
              >
                Revoke
              </Button>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

/** The role that a key stays within; empty for none. */
function limitOf({ roleId = null }: TeamKey, roles: Role[] | undefined): string {
  if (roleId === null) return '';
  return roles?.find(({ id }) => id === roleId)?.name ?? 'A role';
}

function CreateDialog({
  kind,
  onMade,
  onClose,
}: {
  kind: KeyKind;
  onMade: (made: TeamKey) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [expiry, setExpiry] = useState('');
  const [roleId, setRoleId] = useState('');
  const may = useMay();
  const [zone] = useZone();
  const done = useDone(kind.query.queryKey);
  const submit = async () => {
    onMade(await kind.create(name.trim(), endOfDay(expiry, zone), roleId));
    await done();
  };
  return (
    <FormDialog
      title={`Create ${kind.noun}`}
      submit="Create key"
      content={[name, expiry, roleId]}
      onSubmit={submit}
      onClose={onClose}
      isReady={name.trim() !== ''}
    >
      <TextInput
        label="Name"
        description={kind.nameHint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={128}
        data-autofocus
      />
      {kind.canExpire && (
        <TextInput
          label="Expires"
          description="The last day it is valid. Leave empty for no expiry."
          type="date"
          value={expiry}
          onChange={(event) => setExpiry(event.currentTarget.value)}
        />
      )}
      {kind.canBeLimited && may('read:Role') && (
        <RoleSelect
          label="Limit to a role"
          description="The key can do what both you and the role can do."
          value={roleId}
          none="Same as you"
          onChange={setRoleId}
        />
      )}
    </FormDialog>
  );
}

function MadeDialog({ kind, made, onClose }: { kind: KeyKind; made: TeamKey; onClose: () => void }) {
  const isInStack = usesStack(useQuery(sessionQuery).data);
  const addresses = useQuery({ ...overviewQuery, enabled: isInStack }).data?.addresses;
  const called = kind.noun.charAt(0).toUpperCase() + kind.noun.slice(1);
  const secret = made.key ?? '';
  return (
    <SecretDialog
      title={`${called} ${made.name}`}
      secrets={[{ label: called, value: secret }]}
      hint={kind.hint(addresses, secret)}
      onClose={onClose}
    />
  );
}
