import type { Member } from './cloud.gen';

/** The role of a person in the organization that owns the team. */
export type Role = Member['role'];

/** Says whether a role works with the stack: telemetry, dashboards, alerts. */
export function usesStack(role: Role | null | undefined): boolean {
  return role === 'admin' || role === 'developer';
}

/** Says whether a role invites and removes people and resets their passwords. */
export function managesPeople(role: Role | null | undefined): boolean {
  return role === 'admin';
}

/** The page that a role begins with. */
export function homeOf(role: Role | null | undefined): string {
  return usesStack(role) ? '/' : '/cloud/usage';
}

/** Where a role is led that may not see a page; who asked for a certain one is told why it is another. */
export function homeInsteadOf(role: Role | null | undefined, path: string): string {
  return /^\/(\?|$)/.test(path) ? homeOf(role) : `${homeOf(role)}?refused=true`;
}

/** Says whether a role may see the page with the path; the server enforces it. */
export function opens(role: Role | null | undefined, path: string): boolean {
  return usesStack(role) || /^\/(cloud|team|account)(\/|\?|$)/.test(path);
}

/** The name of a role as people read it. */
export function roleName(role: Role): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
