import { readSession } from '../../api/calls';
import { actIn } from '../../api/team';
import type { Session } from '../../api/types';

/**
 * The session of somebody who has signed in again, in the team that they were
 * in; null for another person, and for one who is no longer in that team.
 */
export async function inTeamOf(before: Session, entered: Session, read = readSession): Promise<Session | null> {
  if (entered.user.id !== before.user.id) return null;
  if (entered.team.id === before.team.id) return entered;
  // A sign-in begins in the first team of several.
  actIn(before.team.id);
  const session = await read();
  return session?.user.id === before.user.id && session.team.id === before.team.id ? session : null;
}
