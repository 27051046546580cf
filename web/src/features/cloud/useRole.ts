import { useQuery } from '@tanstack/react-query';

import { sessionQuery } from '../../api/queries';
import { membersQuery } from './calls';
import type { MemberRole } from './roles';

/** The role of the signed-in person; null while it is not known. */
export function useRole(organization: string): MemberRole | null {
  const user = useQuery(sessionQuery).data?.user.id;
  const members = useQuery(membersQuery(organization)).data;
  return members?.find(({ userId }) => userId === user)?.role ?? null;
}
