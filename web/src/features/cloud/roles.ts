import type { Member } from '../../api/cloud.gen';

export type MemberRole = Member['role'];

/** What somebody with a role may do. */
export const roleMeanings: Record<MemberRole, string> = {
  admin: 'Does everything, also with keys and members.',
  developer: 'Does everything in services and their teams, but neither with people nor with keys of the organization.',
  billing: 'Sees the usage cost and the members, and nothing else.',
};

/** Says whether a role changes the organization, its keys and its members. */
export function managesOrganization(role: MemberRole | null): boolean {
  return role === 'admin';
}

/** Says whether a role sees what services cost. */
export function seesCost(role: MemberRole | null): boolean {
  return role === 'admin' || role === 'billing';
}
