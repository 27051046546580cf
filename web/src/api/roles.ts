import type { Member } from './cloud.gen';
import { mayOf, type Right } from './may';
import type { Session } from './types';

/** The role of a person in the organization that owns the team. */
export type Role = Member['role'];

type Visitor = Session | null | undefined;

/** Says whether somebody has a role in the team, and so works with the stack: telemetry, dashboards, alerts. */
export function usesStack(visitor: Visitor): boolean {
  return mayOf(visitor)('read:Connection');
}

/** Says whether somebody resets passwords of other people: an admin of the organization. */
export function managesPeople(visitor: Visitor): boolean {
  return visitor?.role === 'admin';
}

/** Says whether somebody makes, renames and deletes teams: an admin of the organization. */
export function managesTeams(visitor: Visitor): boolean {
  return visitor?.role === 'admin';
}

/** The page that somebody begins with. */
export function homeOf(visitor: Visitor): string {
  if (usesStack(visitor)) return '/';
  return visitor?.role === 'billing' ? '/cloud/usage' : '/account';
}

/** Where somebody is led who may not see a page; who asked for a certain one is told why it is another. */
export function homeInsteadOf(visitor: Visitor, path: string): string {
  return /^\/(\?|$)/.test(path) ? homeOf(visitor) : `${homeOf(visitor)}?refused=true`;
}

/** Says whether somebody without a role in the team may see the page with the path; the server enforces it. */
export function opens(visitor: Visitor, path: string): boolean {
  return usesStack(visitor) || /^\/(cloud|team|account)(\/|\?|$)/.test(path);
}

/** What a page can't do without: a right, or telemetry. */
export type Need = Right | 'data';

const needs: [RegExp, Need[]][] = [
  [/^\/search\/saved(\/|$)/, ['read:SavedSearch']],
  [/^\/(search|charts|traces|services|metrics)(\/|$)/, ['data', 'read:Source']],
  [/^\/dashboards(\/|$)/, ['read:Dashboard']],
  [/^\/alerts(\/|$)/, ['read:Alert']],
];

/** What somebody lacks for the page with the path; null when they may see it. */
export function lacks(visitor: Visitor, path: string): Need | null {
  const may = mayOf(visitor);
  const wanted = needs.find(([pattern]) => pattern.test(path))?.[1] ?? [];
  return wanted.find((need) => !(need === 'data' ? may.readsData : may(need))) ?? null;
}

/** The name of a role as people read it. */
export function roleName(role: Role): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
