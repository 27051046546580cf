import { change, create, remove } from '../../api/client';

/** How long the name of a team may be. */
export const teamNameMax = 50;

export function createTeam(name: string) {
  return create('/api/v2/teams', { body: { name } });
}

/** Renames the team that is shown, and its service. */
export function renameTeam(name: string) {
  return change('/api/v2/team', { body: { name } });
}

/** Deletes the team that is shown; its name says that no other one is meant. */
export function deleteTeam(name: string) {
  return remove('/api/v2/team', { query: { name } });
}
