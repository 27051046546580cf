import { Button, Group, Radio, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { roleName, type Role } from '../../api/roles';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { invitationsQuery, invite, membersQuery, uninvite } from './calls';
import type { Invitation } from './types';
import { useIsManaging } from './useIsManaging';

const roles: Role[] = ['admin', 'developer', 'billing'];
const invitationColumns: Column[] = [
  { label: 'E-mail' },
  { label: 'Role' },
  { label: 'Invited' },
  { label: 'Expires' },
  { label: 'Actions', isHidden: true },
];

/** Who is asked to join the team. */
export function Invitations() {
  const invitations = useQuery(invitationsQuery);
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<{ email: string; url?: string } | null>(null);
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const done = useDone(invitationsQuery.queryKey);
  const isManaging = useIsManaging();
  const button = isManaging && (
    <Button size="xs" onClick={() => setInviting(true)}>
      Invite member
    </Button>
  );
  return (
    <Section
      title="Invitations"
      lead="An invitation is a link that you send; anyone with the link can join until it expires."
      actions={button}
    >
      <Loaded query={invitations} subject="The invitations" height={96}>
        {(list) =>
          list.length === 0 ? (
            <NoInvitations isManaging={isManaging} />
          ) : (
            <InvitationRows invitations={list} onUninvite={isManaging ? setLeaving : null} />
          )
        }
      </Loaded>
      {isInviting && <InviteDialog onMade={setMade} onClose={() => setInviting(false)} />}
      {made?.url !== undefined && (
        <SecretDialog
          title={`Invitation for ${made.email}`}
          secrets={[{ label: 'Invitation link', value: made.url }]}
          onClose={() => setMade(null)}
        />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title="Revoke invitation"
          confirm="Revoke invitation"
          onConfirm={() => uninvite(leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          The link sent to <b>{leaving.email}</b> stops working at once.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function NoInvitations({ isManaging }: { isManaging: boolean }) {
  return (
    <Empty title="No open invitations" icon="team">
      {isManaging
        ? 'Invite a colleague: you get a link, shown once, to send over a channel you trust.'
        : 'An admin of the organization can invite people.'}
    </Empty>
  );
}

function InvitationRows({
  invitations,
  onUninvite,
}: {
  invitations: Invitation[];
  onUninvite: ((one: Invitation) => void) | null;
}) {
  return (
    <Rows label="Invitations" columns={invitationColumns}>
      {invitations.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td fw={500}>{one.email}</Table.Td>
          <Table.Td>{roleName(one.role)}</Table.Td>
          <Table.Td>
            <When at={one.createdAt} />
          </Table.Td>
          <Table.Td>
            <When at={one.expireAt} />
          </Table.Td>
          <Table.Td>
            {onUninvite !== null && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                onClick={() => onUninvite(one)}
                aria-label={`Revoke the invitation for ${one.email}`}
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

function InviteDialog({
  onMade,
  onClose,
}: {
  onMade: (made: { email: string; url?: string }) => void;
  onClose: () => void;
}) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('developer');
  const invited = useDone(invitationsQuery.queryKey);
  const joined = useDone(membersQuery.queryKey);
  const submit = async () => {
    onMade(await invite(email.trim(), name.trim(), role));
    await Promise.all([invited(), joined()]);
  };
  return (
    <FormDialog
      title="Invite member"
      submit="Create invitation"
      content={[email, name, role]}
      onSubmit={submit}
      onClose={onClose}
      isReady={/.@./.test(email)}
    >
      <TextInput
        label="E-mail"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        maxLength={254}
        data-autofocus
      />
      <TextInput
        label="Name"
        description="Optional."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={256}
      />
      <Radio.Group label="Role" value={role} onChange={(chosen) => setRole(chosen as Role)}>
        <Group gap="md" mt="xs">
          {roles.map((one) => (
            <Radio key={one} value={one} label={roleName(one)} />
          ))}
        </Group>
      </Radio.Group>
    </FormDialog>
  );
}
