import { Join } from '../team/JoinForm';
import { joinOrganization } from './calls';

/** Where an invitation to the organization leads: accepts it, with an account that exists or a new one, and signs in. */
export function JoinOrganizationPage() {
  return (
    <Join
      to="organization"
      lead="You were invited. Choose a name and a password."
      passwordHint="If your e-mail address already has an account here, enter the password of that account."
      accept={joinOrganization}
      arrival="/cloud"
    />
  );
}
