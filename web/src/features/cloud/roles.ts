import type { Member } from '../../api/cloud.gen';

export type MemberRole = Member['role'];

/** What somebody with a role may do. */
export const roleMeanings: Record<MemberRole, string> = {
  admin: 'Does everything, also with keys and members.',
  developer: 'Manages services and endpoints, and is in the teams of the services.',
  billing: 'Sees the usage cost, and reads the rest.',
};

/** Says whether a role changes the organization, its keys and its members. */
export function managesOrganization(role: MemberRole | null): boolean {
  return role === 'admin';
}

/** Says whether a role sees what services cost. */
export function seesCost(role: MemberRole | null): boolean {
  return role === 'admin' || role === 'billing';
}
