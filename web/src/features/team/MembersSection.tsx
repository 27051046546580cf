import { Button, Group, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { roleName } from '../../api/roles';
import { May } from '../../components/May';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { LongRows } from '../parts/LongRows';
import { Cut } from '../parts/Cut';
import { PersonName } from '../parts/PersonName';
import type { Column } from '../parts/Rows';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { membersQuery } from './calls';
import { Invitations } from './Invitations';
import { MemberDialog, type MemberAction } from './MemberDialogs';
import { MemberRole } from './MemberRole';
import type { Member } from './types';
import { useIsManaging } from './useIsManaging';
import { useRoleChange } from './useRoleChange';

/** Who has two-factor sign-in is shown to those who manage members. */
const columnsOf = (list: Member[]): Column[] => [
  { label: 'Name' },
  { label: 'E-mail' },
  { label: 'Role' },
  { label: 'Organization' },
  ...(showsTwoFactor(list) ? [{ label: 'Two-factor' }] : []),
  { label: 'Joined' },
  { label: 'Actions', isHidden: true },
];

function showsTwoFactor(list: Member[]): boolean {
  return list.some(({ twoFactor }) => twoFactor !== null);
}

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
  const roles = useRoleChange();
  return (
    <Section
      title="Members"
      lead="The role decides what a member may do in this team; that in the organization decides on services and cost. At least one admin is required."
    >
      {roles.notice}
      <Loaded query={members} subject="The members">
        {(list) => (
          <LongRows
            label="Members"
            noun="member"
            columns={columnsOf(list)}
            list={list}
            textOf={(member) => `${member.name} ${member.email} ${member.roleName}`}
          >
            {(member) => (
              <MemberRow
                key={member.id}
                member={member}
                isManaging={isManaging}
                waiting={roles.waitingOf(member)}
                onRole={(roleId) => roles.change(member, roleId)}
                onAction={(action) => setChosen({ member, action })}
              />
            )}
          </LongRows>
        )}
      </Loaded>
      {chosen !== null && <MemberDialog {...chosen} onRemoved={done} onClose={() => setChosen(null)} />}
    </Section>
  );
}

interface MemberRowProps {
  member: Member;
  isManaging: boolean;
  /** The role that was chosen and is not stored yet. */
  waiting: string | null;
  onRole: (roleId: string) => void;
  onAction: (action: MemberAction) => void;
}

function MemberRow({ member, isManaging, waiting, onRole, onAction }: MemberRowProps) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        <PersonName name={member.name} isMyself={member.isCurrentUser} />
      </Table.Td>
      <Table.Td>
        <Cut text={member.email} />
      </Table.Td>
      <Table.Td>
        <MemberRole member={member} waiting={waiting} onChange={onRole} />
      </Table.Td>
      <Table.Td>{roleName(member.role)}</Table.Td>
      {member.twoFactor !== null && <Table.Td>{member.twoFactor ? 'On' : 'Off'}</Table.Td>}
      <Table.Td>
        <When at={member.createdAt} />
      </Table.Td>
      <Table.Td>
        {!member.isCurrentUser && <MemberButtons member={member} isManaging={isManaging} onAction={onAction} />}
      </Table.Td>
    </Table.Tr>
  );
}

function MemberButtons({ member, isManaging, onAction }: Pick<MemberRowProps, 'member' | 'isManaging' | 'onAction'>) {
  const { email, twoFactor } = member;
  const quiet = { size: 'compact-xs', variant: 'subtle' } as const;
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {isManaging && (
        <>
          <Button {...quiet} onClick={() => onAction('password')} aria-label={`Reset password of ${email}`}>
            Reset password
          </Button>
          {twoFactor !== false && (
            <Button {...quiet} onClick={() => onAction('two-factor')} aria-label={`Reset 2FA of ${email}`}>
              Reset 2FA
            </Button>
          )}
        </>
      )}
      <May do="delete:User">
        <Button {...quiet} color="red" onClick={() => onAction('remove')} aria-label={`Remove ${email}`}>
          Remove
        </Button>
      </May>
    </Group>
  );
}
