import { joinTeam } from './calls';
import { Join } from './JoinForm';

/** Where an invitation to the team leads: makes the account of the invited person and signs in. */
export function JoinPage() {
  return <Join to="team" lead="You were invited. Choose a name and a password." accept={joinTeam} arrival="/" />;
}
