import { queryOptions } from '@tanstack/react-query';

import type { AssignedRole, CreateRoleInputBody, OrganizationRole } from '../../api/cloud.gen';
import { change, create, exchange, read, remove, type Versioned } from '../../api/client';
import type { MemberRole } from './roles';

export function rolesQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'roles'],
    queryFn: () => read('/v1/organizations/{organizationId}/roles', { path: { organizationId: organization } }),
  });
}

/** A role as it is now, with its version; read whenever an editor opens. */
export function roleQuery(organization: string, id: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'roles', id],
    queryFn: (): Promise<Versioned<OrganizationRole>> =>
      exchange('GET', '/v1/organizations/{organizationId}/roles/{roleId}', {
        path: { organizationId: organization, roleId: id },
      }),
    gcTime: 0,
  });
}

export function createRole(organization: string, body: CreateRoleInputBody): Promise<OrganizationRole> {
  return create('/v1/organizations/{organizationId}/roles', { path: { organizationId: organization }, body });
}

export function updateRole(
  organization: string,
  { value, etag }: Versioned<OrganizationRole>,
  body: CreateRoleInputBody,
): Promise<OrganizationRole> {
  return change('/v1/organizations/{organizationId}/roles/{roleId}', {
    path: { organizationId: organization, roleId: value.id },
    body,
    etag,
  });
}

export function deleteRole(organization: string, id: string): Promise<void> {
  return remove('/v1/organizations/{organizationId}/roles/{roleId}', {
    path: { organizationId: organization, roleId: id },
  });
}

/** What gives somebody system roles and, where there are any, roles of the organization's own. */
export function rolesBody<T extends object>(
  plain: T,
  system: MemberRole[],
  custom: string[],
  roles: OrganizationRole[],
): T | { assignedRoleIds: string[] } {
  if (custom.length === 0 && system.length > 0 && !roles.some(({ type }) => type === 'custom')) return plain;
  const isChosen = ({ type, name }: OrganizationRole) =>
    type === 'system' && system.some((word) => word === name.toLowerCase());
  return { assignedRoleIds: [...roles.filter(isChosen).map(({ id }) => id), ...custom] };
}

/** The names of all roles of somebody: “Member, On call”. */
export function rolesText(assigned: AssignedRole[]): string {
  return assigned.map(({ roleName }) => roleName).join(', ');
}

/** The ids of the roles of somebody that the organization made. */
export function customIds(assigned: AssignedRole[]): string[] {
  return assigned.filter(({ roleType }) => roleType === 'custom').map(({ roleId }) => roleId);
}
