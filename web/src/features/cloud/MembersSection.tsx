import { Button, Group, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Member, Organization } from '../../api/cloud.gen';
import { sessionQuery } from '../../api/queries';
import { Cut } from '../parts/Cut';
import { ConfirmDialog, FormDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { LongRows } from '../parts/LongRows';
import { PersonName } from '../parts/PersonName';
import type { Column } from '../parts/Rows';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { changeRoles, membersQuery, removeMember } from './calls';
import { Invitations } from './Invitations';
import { MoreRolesField } from './MoreRolesField';
import { customIds, rolesBody, rolesQuery, rolesText } from './roleCalls';
import { RoleField } from './RoleField';
import { managesOrganization } from './roles';
import { useCloudMay } from './useCloudMay';

const columns: Column[] = [
  { label: 'Name' },
  { label: 'E-mail' },
  { label: 'Role' },
  { label: 'Joined' },
  { label: 'Actions', isHidden: true },
];

/** Who is in the organization, and who is asked to join. */
export function MembersSection({ organization }: { organization: Organization }) {
  return (
    <Stack gap="xl">
      <Members organization={organization} />
      <Invitations organization={organization} />
    </Stack>
  );
}

/** What is open above the list. */
type Open = { kind: 'role' | 'remove'; member: Member } | null;

function Members({ organization }: { organization: Organization }) {
  const members = useQuery(membersQuery(organization.id));
  const [open, setOpen] = useState<Open>(null);
  const done = useDone(membersQuery(organization.id).queryKey);
  const isManaging = managesOrganization(useCloudMay());
  const close = () => setOpen(null);
  return (
    <Section
      title="Members"
      lead="A member’s role decides what they can do in the organization. At least one admin is required."
    >
      <Loaded query={members} subject="The members">
        {(list) => (
          <LongRows
            label="Members"
            noun="member"
            columns={columns}
            list={list}
            textOf={({ name, email, assignedRoles }) => `${name} ${email} ${rolesText(assignedRoles)}`}
          >
            {(member) => (
              <MemberRow
                key={member.userId}
                member={member}
                isManaging={isManaging}
                onOpen={(kind) => setOpen({ kind, member })}
              />
            )}
          </LongRows>
        )}
      </Loaded>
      {open?.kind === 'role' && <RoleDialog organization={organization} member={open.member} onClose={close} />}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title="Remove member"
          confirm="Remove member"
          onConfirm={() => removeMember(organization.id, open.member.userId).then(done)}
          onClose={close}
        >
          <b>{open.member.email}</b> is also removed from the teams of the organization’s services, and their personal
          access keys there stop working.
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface MemberRowProps {
  member: Member;
  isManaging: boolean;
  onOpen: (kind: 'role' | 'remove') => void;
}

function MemberRow({ member, isManaging, onOpen }: MemberRowProps) {
  const isMyself = useQuery(sessionQuery).data?.user.id === member.userId;
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        <PersonName name={member.name} isMyself={isMyself} />
      </Table.Td>
      <Table.Td>
        <Cut text={member.email} />
      </Table.Td>
      <Table.Td>{rolesText(member.assignedRoles)}</Table.Td>
      <Table.Td>
        <When at={member.joinedAt} />
      </Table.Td>
      <Table.Td>
        {isManaging && (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onOpen('role')}
              aria-label={`Change role of ${member.email}`}
            >
              Change role
            </Button>
            {!isMyself && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="red"
                onClick={() => onOpen('remove')}
                aria-label={`Remove ${member.email}`}
              >
                Remove
              </Button>
            )}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface RoleDialogProps {
  organization: Organization;
  member: Member;
  onClose: () => void;
}

function RoleDialog({ organization, member, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(member.role);
  const before = customIds(member.assignedRoles);
  const [more, setMore] = useState(before);
  const roles = useQuery(rolesQuery(organization.id)).data ?? [];
  const done = useDone(['cloud', organization.id]);
  const submit = async () => {
    const custom = role === 'admin' ? [] : more;
    await changeRoles(organization.id, member.userId, rolesBody({ role }, [role], custom, roles));
    await done();
  };
  return (
    <FormDialog
      title={`Role of ${member.name}`}
      submit="Save role"
      content={[role, more]}
      onSubmit={submit}
      onClose={onClose}
      isReady={role !== member.role || more.join() !== before.join()}
    >
      <RoleField role={role} onChange={setRole} />
      <MoreRolesField organization={organization.id} chosen={more} onChange={setMore} isAdmin={role === 'admin'} />
    </FormDialog>
  );
}
