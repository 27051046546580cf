import { Alert } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { ErrorPanel } from '../../components/ErrorPanel';
import { useDone } from '../parts/useDone';
import { membersQuery } from './calls';
import { changeMemberRole } from './roleCalls';
import type { Member } from './types';

interface RoleChange {
  change: (member: Member, roleId: string) => void;
  /** The role that was chosen for a member and is not stored yet. */
  waitingOf: (member: Member) => string | null;
  /** What became of the last change, where that needs words. */
  notice: ReactNode;
}

/** Gives members of the team other roles. */
export function useRoleChange(): RoleChange {
  const done = useDone(membersQuery.queryKey);
  const changing = useMutation({
    mutationFn: ({ member, roleId }: { member: Member; roleId: string }) => changeMemberRole(member.id, roleId),
    onSuccess: done,
  });
  const { variables, data, isPending, error } = changing;
  const isLess = variables?.member.role === 'developer' && data?.role === 'member';
  return {
    change: (member, roleId) => changing.mutate({ member, roleId }),
    waitingOf: ({ id }) => (isPending && variables.member.id === id ? variables.roleId : null),
    notice: (
      <>
        {error !== null && <ErrorPanel title="The role was not changed" error={error} />}
        {isLess && (
          <Alert variant="light" role="status" withCloseButton closeButtonLabel="Close" onClose={changing.reset}>
            {data.email} was a developer of the organization and is now a member of it: they have what their teams give
            them.
          </Alert>
        )}
      </>
    ),
  };
}
