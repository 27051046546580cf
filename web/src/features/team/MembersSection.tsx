import { Button, Group, Stack, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { PersonName } from '../parts/PersonName';
import { Rows, type Column } from '../parts/Rows';
import { Copy } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { invitationsQuery, invite, membersQuery, removeMember, uninvite } from './calls';
import type { Invitation, Member } from './types';

const memberColumns: Column[] = [{ label: 'Name' }, { label: 'E-mail' }, { label: 'Joined' }, { label: 'Actions', isHidden: true }];
const invitationColumns: Column[] = [{ label: 'E-mail' }, { label: 'Invited' }, { label: 'Expires' }, { label: 'Actions', isHidden: true }];

/** Who is in the team, and who is asked to join. */
export function MembersSection() {
  return (
    <Stack gap="xl">
      <Members />
      <Invitations />
    </Stack>
  );
}

function Members() {
  const members = useQuery(membersQuery);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const done = useDone(membersQuery.queryKey);
  return (
    <Section title="Members" lead="Everybody here sees all telemetry of the team and can change its dashboards and alerts.">
      <Loaded query={members} subject="The members">
        {(list) => (
          <Rows label="Members" columns={memberColumns}>
            {list.map((member) => (
              <MemberRow key={member.id} member={member} onRemove={() => setLeaving(member)} />
            ))}
          </Rows>
        )}
      </Loaded>
      {leaving !== null && (
        <ConfirmDialog title="Remove member" confirm="Remove member" onConfirm={() => removeMember(leaving.id).then(done)} onClose={() => setLeaving(null)}>
          <b>{leaving.email}</b> is signed out of this team at once, and the personal access keys stop working. Dashboards and alerts stay.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function MemberRow({ member, onRemove }: { member: Member; onRemove: () => void }) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        <PersonName name={member.name} isMyself={member.isCurrentUser} />
      </Table.Td>
      <Table.Td>{member.email}</Table.Td>
      <Table.Td>
        <When at={member.createdAt} />
      </Table.Td>
      <Table.Td>
        {!member.isCurrentUser && (
          <Button size="compact-xs" variant="subtle" color="red" onClick={onRemove} aria-label={`Remove ${member.email}`}>
            Remove
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Invitations() {
  const invitations = useQuery(invitationsQuery);
  const [isInviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const done = useDone(invitationsQuery.queryKey);
  const button = <Button size="xs" onClick={() => setInviting(true)}>Invite somebody</Button>;
  return (
    <Section title="Invitations" lead="An invitation is a link that you pass on; whoever opens it can join until it expires." actions={button}>
      <Loaded query={invitations} subject="The invitations" height={96}>
        {(list) => (list.length === 0 ? <NoInvitations /> : <InvitationRows invitations={list} onUninvite={setLeaving} />)}
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {leaving !== null && (
        <ConfirmDialog title="Take invitation back" confirm="Take back" onConfirm={() => uninvite(leaving.id).then(done)} onClose={() => setLeaving(null)}>
          The link that <b>{leaving.email}</b> has got leads nowhere from this moment on.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function NoInvitations() {
  return <Empty title="No open invitations" icon="team">Invite a colleague: you get a link to pass on by whatever way you trust.</Empty>;
}

function InvitationRows({ invitations, onUninvite }: { invitations: Invitation[]; onUninvite: (one: Invitation) => void }) {
  return (
    <Rows label="Invitations" columns={invitationColumns}>
      {invitations.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td fw={500}>{one.email}</Table.Td>
          <Table.Td>
            <When at={one.createdAt} />
          </Table.Td>
          <Table.Td>
            <When at={one.expireAt} />
          </Table.Td>
          <Table.Td>
            <Group gap="xs" justify="flex-end" wrap="nowrap">
              <Copy value={one.url} name={`invitation link for ${one.email}`} />
              <Button size="compact-xs" variant="subtle" color="red" onClick={() => onUninvite(one)} aria-label={`Take back the invitation for ${one.email}`}>
                Take back
              </Button>
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const done = useDone(invitationsQuery.queryKey);
  const submit = async () => {
    await invite(email.trim(), name.trim());
    await done();
  };
  return (
    <FormDialog title="Invite somebody" submit="Create invitation" onSubmit={submit} onClose={onClose} isReady={/.@./.test(email)}>
      <TextInput label="E-mail" type="email" value={email} onChange={(event) => setEmail(event.currentTarget.value)} maxLength={254} data-autofocus />
      <TextInput label="Name" description="How the person is greeted; may stay empty." value={name} onChange={(event) => setName(event.currentTarget.value)} maxLength={256} />
    </FormDialog>
  );
}
