import { Text, Tooltip } from '@mantine/core';

import { useMay } from '../../api/useMay';
import { RoleSelect } from './RoleSelect';
import type { Member } from './types';

interface MemberRoleProps {
  member: Member;
  /** The role that was chosen and is not stored yet. */
  waiting: string | null;
  onChange: (roleId: string) => void;
}

/** The role of a member in the team; a choice for those who may give another. */
export function MemberRole({ member, waiting, onChange }: MemberRoleProps) {
  const may = useMay();
  const reason = fixedBy(member);
  if (!may('update:User') || !may('read:Role')) return <Text size="sm">{member.roleName || 'No role'}</Text>;
  if (reason !== null)
    return (
      <Tooltip label={reason}>
        <Text size="sm" span tabIndex={0}>
          {member.roleName}
        </Text>
      </Tooltip>
    );
  return (
    <RoleSelect
      size="xs"
      w={150}
      aria-label={`Role of ${member.email}`}
      value={waiting ?? member.roleId}
      chosen={member.roleName}
      disabled={waiting !== null}
      onChange={onChange}
    />
  );
}

/** Why a role can't be changed here; null when it can. */
function fixedBy({ role, isCurrentUser }: Member): string | null {
  if (role === 'admin') return 'Admin of the organization: Admin in all of its teams';
  return isCurrentUser ? 'Somebody else has to change your role' : null;
}
