import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { roleName } from '../../api/roles';
import { useMay } from '../../api/useMay';
import { May } from '../../components/May';
import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { invitationsQuery, uninvite } from './calls';
import { InviteDialog } from './InviteDialog';
import { rolesQuery } from './roleCalls';
import type { Invitation } from './types';

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
  const may = useMay();
  const button = (
    <May do="create:User">
      <Button size="xs" onClick={() => setInviting(true)}>
        Invite member
      </Button>
    </May>
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
            <NoInvitations isInviting={may('create:User')} />
          ) : (
            <InvitationRows invitations={list} onUninvite={may('delete:User') ? setLeaving : null} />
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

function NoInvitations({ isInviting }: { isInviting: boolean }) {
  return (
    <Empty title="No open invitations" icon="team">
      {isInviting
        ? 'Invite a colleague: you get a link, shown once, to send over a channel you trust.'
        : 'An admin of the team can invite people.'}
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
  const teamRoles = useQuery({ ...rolesQuery, enabled: useMay()('read:Role') }).data ?? [];
  const nameOf = ({ role, roleId }: Invitation) => teamRoles.find(({ id }) => id === roleId)?.name ?? roleName(role);
  return (
    <Rows label="Invitations" columns={invitationColumns}>
      {invitations.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td fw={500}>{one.email}</Table.Td>
          <Table.Td>{nameOf(one)}</Table.Td>
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
