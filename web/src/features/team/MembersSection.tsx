import { Button, Group, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { roleName } from '../../api/roles';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { PersonName } from '../parts/PersonName';
import { Rows, type Column } from '../parts/Rows';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { membersQuery } from './calls';
import { Invitations } from './Invitations';
import { MemberDialog, type MemberAction } from './MemberDialogs';
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
  const [chosen, setChosen] = useState<{ member: Member; action: MemberAction } | null>(null);
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
                onAction={(action) => setChosen({ member, action })}
              />
            ))}
          </Rows>
        )}
      </Loaded>
      {chosen !== null && <MemberDialog {...chosen} onRemoved={done} onClose={() => setChosen(null)} />}
    </Section>
  );
}

interface MemberRowProps {
  member: Member;
  isManaging: boolean;
  onAction: (action: MemberAction) => void;
}

function MemberRow({ member, isManaging, onAction }: MemberRowProps) {
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
              onClick={() => onAction('password')}
              aria-label={`Reset password of ${member.email}`}
            >
              Reset password
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onAction('two-factor')}
              aria-label={`Reset 2FA of ${member.email}`}
            >
              Reset 2FA
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={() => onAction('remove')}
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
