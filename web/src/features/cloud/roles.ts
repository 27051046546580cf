import type { Member } from '../../api/cloud.gen';
import type { Permission } from './permissions';

export type MemberRole = Member['role'];

/** Says whether somebody holds a permission. */
export type CloudMay = (permission: Permission) => boolean;

export function cloudMayOf(held: string[] | undefined): CloudMay {
  return (permission) => held?.includes(permission) === true;
}

/** What somebody with a role may do. */
export const roleMeanings: Record<MemberRole, string> = {
  admin: 'Full access, including keys and members.',
  developer: 'Full access to services and their teams, but not to members and keys of the organization.',
  billing: 'Can see the usage cost and the members, nothing else.',
  member: 'Has what the teams give that they have a role in.',
};

/** Says whether somebody changes the organization, its members and its roles. */
export function managesOrganization(may: CloudMay): boolean {
  return may('control-plane:organization:manage');
}

/** Says whether somebody works with services. */
export function seesServices(may: CloudMay): boolean {
  return may('control-plane:service:view');
}

/** Says whether somebody sees what services cost. */
export function seesCost(may: CloudMay): boolean {
  return may('control-plane:organization:view-billing');
}
