import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Invitation, Organization } from '../../api/cloud.gen';
import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { InviteForm } from '../parts/InviteForm';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { invitationsQuery, invite, uninvite } from './calls';
import { MoreRolesField } from './MoreRolesField';
import { rolesBody, rolesQuery, rolesText } from './roleCalls';
import { RoleField } from './RoleField';
import { managesOrganization, type MemberRole } from './roles';
import { useCloudMay } from './useCloudMay';

const columns: Column[] = [
  { label: 'E-mail' },
  { label: 'Role' },
  { label: 'Invited' },
  { label: 'Expires' },
  { label: 'Actions', isHidden: true },
];

/** Who is asked to join the organization. */
export function Invitations({ organization }: { organization: Organization }) {
  const invitations = useQuery(invitationsQuery(organization.id));
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<Invitation | null>(null);
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const done = useDone(invitationsQuery(organization.id).queryKey);
  const isManaging = managesOrganization(useCloudMay());
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
      {isInviting && <InviteDialog organization={organization} onMade={setMade} onClose={() => setInviting(false)} />}
      {made !== null && (
        <SecretDialog
          title={`Invitation for ${made.email}`}
          secrets={[{ label: 'Invitation link', value: made.url ?? '' }]}
          onClose={() => setMade(null)}
        />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title="Revoke invitation"
          confirm="Revoke invitation"
          onConfirm={() => uninvite(organization.id, leaving.id).then(done)}
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
    <Rows label="Invitations" columns={columns}>
      {invitations.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td fw={500}>{one.email}</Table.Td>
          <Table.Td>{rolesText(one.assignedRoles)}</Table.Td>
          <Table.Td>
            <When at={one.createdAt} />
          </Table.Td>
          <Table.Td>
            <When at={one.expireAt} />
          </Table.Td>
          <Table.Td ta="right">
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

interface InviteDialogProps {
  organization: Organization;
  onMade: (made: Invitation) => void;
  onClose: () => void;
}

function InviteDialog({ organization, onMade, onClose }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('developer');
  const [more, setMore] = useState<string[]>([]);
  const roles = useQuery(rolesQuery(organization.id)).data ?? [];
  const done = useDone(invitationsQuery(organization.id).queryKey);
  const submit = async () => {
    const given = rolesBody({ role }, [role], role === 'admin' ? [] : more, roles);
    onMade(await invite(organization.id, { email: email.trim(), ...given }));
    await done();
  };
  return (
    <InviteForm email={email} onEmail={setEmail} content={[role, more]} onSubmit={submit} onClose={onClose}>
      <RoleField role={role} onChange={setRole} />
      <MoreRolesField organization={organization.id} chosen={more} onChange={setMore} isAdmin={role === 'admin'} />
    </InviteForm>
  );
}
