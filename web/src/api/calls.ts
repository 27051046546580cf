import { call, create, read, remove } from './client';
import { ApiError, isSignedOut } from './error';
import { actIn, actingIn } from './team';
import type { Account, Credentials, Session } from './types';

/** Reads what anybody may know about the installation. */
export function readInstallation() {
  return read('/ui/api/installation');
}

/** Creates the first account and signs it in; refused with 409 when there is one. Returns the ingestion key, this once. */
export async function setUp(account: Account): Promise<string> {
  return (await create('/ui/api/setup', { body: account })).ingestionKey;
}

/** Signs in with a link; refused with 404 when it does not work any more. Returns the ingestion key if it has set up the installation. */
export async function enter(token: string): Promise<string> {
  actIn('');
  return (await create('/ui/api/sign-in-link/use', { body: { token } })).ingestionKey;
}

/** Gives one's account, which a link has made, a name, an address and a password; refused with 409 when it has one. */
export async function claimAccount(account: Account): Promise<void> {
  await call('PUT', '/ui/api/account', { body: account });
}

/** Signs in; refused with 401, or 429 after too many attempts. */
export function signIn(credentials: Credentials): Promise<Session> {
  actIn('');
  return create('/ui/api/session', { body: credentials });
}

/** Reads who is signed in, null when nobody is. */
export async function readSession(): Promise<Session | null> {
  try {
    return await read('/ui/api/session');
  } catch (error) {
    if (isSignedOut(error)) return null;
    // Somebody who is no longer in the team is still in others.
    if (actingIn() === '' || !(error instanceof ApiError) || error.status !== 404) throw error;
    actIn('');
    return readSession();
  }
}

/** Ends the session; returns the page that ends it at its single sign-on provider, if it has one. */
export async function signOut(): Promise<string> {
  return (await call('DELETE', '/ui/api/session')).data.url;
}

/** Changes one's own password; ends the other sessions. */
export async function changePassword(currentPassword: string, password: string): Promise<void> {
  await call('PUT', '/ui/api/password', { body: { currentPassword, password } });
}

/** Gives a member a new password, which is in the reply and nowhere after. */
export async function resetPassword(userId: string): Promise<string> {
  return (await create('/ui/api/members/{userId}/password', { path: { userId } })).password;
}

/** Makes a link with which a member sets a new password; it is in the reply and nowhere after. */
export function createPasswordLink(userId: string) {
  return create('/ui/api/members/{userId}/password-link', { path: { userId } });
}

/** Turns two-factor authentication off for a member who has lost it. */
export function removeMemberSecondFactor(userId: string): Promise<void> {
  return remove('/ui/api/members/{userId}/second-factor', { path: { userId } });
}

/** Reads the state of the installation and where its listeners are. */
export function readOverview() {
  return read('/ui/api/overview');
}
