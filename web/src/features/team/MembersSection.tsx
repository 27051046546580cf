import { Button, Group, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { resetPassword } from '../../api/calls';
import { roleName } from '../../api/roles';
import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { PersonName } from '../parts/PersonName';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { membersQuery, removeMember } from './calls';
import { Invitations } from './Invitations';
import type { Member } from './types';
import { useIsManaging } from './useIsManaging';

const memberColumns: Column[] = [
  { label: 'Name' },
  { label: 'E-mail' },
  { label: 'Role' },
  { label: 'Joined' },
  { label: 'Actions', isHidden: true },
];

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
  const [resetting, setResetting] = useState<Member | null>(null);
  const [password, setPassword] = useState<{ email: string; value: string } | null>(null);
  const done = useDone(membersQuery.queryKey);
  const isManaging = useIsManaging();
  return (
    <Section
      title="Members"
      lead="Admins and developers see all telemetry of the team and can change its dashboards and alerts; billing sees only the cost. At least one admin is required."
    >
      <Loaded query={members} subject="The members">
        {(list) => (
          <Rows label="Members" columns={memberColumns}>
            {list.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isManaging={isManaging}
                onRemove={() => setLeaving(member)}
                onReset={() => setResetting(member)}
              />
            ))}
          </Rows>
        )}
      </Loaded>
      {leaving !== null && (
        <ConfirmDialog
          title="Remove member"
          confirm="Remove member"
          onConfirm={() => removeMember(leaving.id).then(done)}
          onClose={() => setLeaving(null)}
        >
          <b>{leaving.email}</b> loses access to this team at once, and their personal access keys stop working.
          Dashboards and alerts are kept.
        </ConfirmDialog>
      )}
      {resetting !== null && (
        <ConfirmDialog
          title="Reset password"
          confirm="Reset password"
          onConfirm={async () => setPassword({ email: resetting.email, value: await resetPassword(resetting.id) })}
          onClose={() => setResetting(null)}
        >
          <b>{resetting.email}</b> is signed out everywhere and gets a new password, which is shown once. Personal
          access keys keep working.
        </ConfirmDialog>
      )}
      {password !== null && (
        <SecretDialog
          title={`New password of ${password.email}`}
          secrets={[{ label: 'Password', value: password.value }]}
          onClose={() => setPassword(null)}
        />
      )}
    </Section>
  );
}

interface MemberRowProps {
  member: Member;
  isManaging: boolean;
  onRemove: () => void;
  onReset: () => void;
}

function MemberRow({ member, isManaging, onRemove, onReset }: MemberRowProps) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        <PersonName name={member.name} isMyself={member.isCurrentUser} />
      </Table.Td>
      <Table.Td>{member.email}</Table.Td>
      <Table.Td>{roleName(member.role)}</Table.Td>
      <Table.Td>
        <When at={member.createdAt} />
      </Table.Td>
      <Table.Td>
        {isManaging && !member.isCurrentUser && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={onReset}
              aria-label={`Reset password of ${member.email}`}
            >
              Reset password
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={onRemove}
              aria-label={`Remove ${member.email}`}
            >
              Remove
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
