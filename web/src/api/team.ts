/** Names the team that a request acts in, for people with several. */
export const teamHeader = 'x-hdx-team';

let chosen = '';

/** Lets all requests from now on act in a team; an empty id is the team that the session began with. */
export function actIn(teamId: string): void {
  chosen = teamId;
}

/** The team that requests act in; empty for the one that the session began with. */
export function actingIn(): string {
  return chosen;
}
