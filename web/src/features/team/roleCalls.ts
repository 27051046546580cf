import { queryOptions } from '@tanstack/react-query';

import { change, create, exchange, read, remove, replace, type Versioned } from '../../api/client';
import type { Member, Role, RoleBody } from '../../api/stack.gen';

/** The roles of the team, the predefined ones first. */
export const rolesQuery = queryOptions({ queryKey: ['roles'], queryFn: () => read('/api/v2/roles') });

/** A role as it is now, with its version; read whenever an editor opens. */
export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: ['roles', id],
    queryFn: (): Promise<Versioned<Role>> => exchange('GET', '/api/v2/roles/{id}', { path: { id } }),
    gcTime: 0,
  });

export const teamQuery = queryOptions({ queryKey: ['team'], queryFn: () => read('/api/v2/team') });

export function createRole(body: RoleBody): Promise<Role> {
  return create('/api/v2/roles', { body });
}

export function replaceRole(id: string, body: RoleBody, etag: string): Promise<Role> {
  return replace('/api/v2/roles/{id}', { path: { id }, body, etag });
}

export function deleteRole(id: string): Promise<void> {
  return remove('/api/v2/roles/{id}', { path: { id } });
}

/** Gives a member of the team another role, and returns the member as they are now. */
export function changeMemberRole(id: string, roleId: string): Promise<Member> {
  return replace('/api/v2/team/members/{id}/role', { path: { id }, body: { roleId } });
}

/** Changes the role of those who are invited without one; null: it follows from their role in the organization. */
export function changeDefaultRole(roleId: string | null) {
  return change('/api/v2/team/defaultUserRole', { body: { roleId } });
}

/** The id of the predefined role ReadOnly, which every team has. */
export const readOnlyRole = '000000000000000000000a03';
