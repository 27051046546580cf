import type { Member } from '../../api/cloud.gen';

export type MemberRole = Member['role'];

/** What somebody with a role may do. */
export const roleMeanings: Record<MemberRole, string> = {
  admin: 'Full access, including keys and members.',
  developer: 'Full access to services and their teams, but not to members and keys of the organization.',
  billing: 'Can see the usage cost and the members, nothing else.',
  member: 'Has what the teams give that they have a role in.',
};

/** Says whether a role changes the organization, its keys and its members. */
export function managesOrganization(role: MemberRole | null): boolean {
  return role === 'admin';
}

/** Says whether a role works with services: their state, their keys, their endpoints. */
export function seesServices(role: MemberRole | null | undefined): boolean {
  return role === 'admin' || role === 'developer';
}

/** Says whether a role sees what services cost. */
export function seesCost(role: MemberRole | null | undefined): boolean {
  return role === 'admin' || role === 'billing';
}
