import { call } from './client';
import { isSignedOut } from './error';
import type { Account, Credentials, Installation, Overview, Session } from './types';

interface Envelope<Content> {
  data: Content;
}

/** Reads what anybody may know about the installation. */
export async function readInstallation(): Promise<Installation> {
  return (await call<Envelope<Installation>>('GET', '/ui/api/installation')).data;
}

/** Creates the first account and signs it in; refused with 409 when there is one. Answers the ingestion key, this once. */
export async function setUp(account: Account): Promise<string> {
  return (await call<Envelope<{ ingestionKey: string }>>('POST', '/ui/api/setup', account)).data.ingestionKey;
}

/** Signs in; refused with 401, or 429 after too many attempts. */
export async function signIn(credentials: Credentials): Promise<Session> {
  return (await call<Envelope<Session>>('POST', '/ui/api/session', credentials)).data;
}

/** Reads who is signed in, null when nobody is. */
export async function readSession(): Promise<Session | null> {
  try {
    return (await call<Envelope<Session>>('GET', '/ui/api/session')).data;
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await call('DELETE', '/ui/api/session');
}

/** Changes one's own password; ends the other sessions. */
export async function changePassword(currentPassword: string, password: string): Promise<void> {
  await call('PUT', '/ui/api/password', { currentPassword, password });
}

/** Gives a member a new password, which is in the answer and nowhere after. */
export async function resetPassword(userId: string): Promise<string> {
  return (await call<Envelope<{ password: string }>>('POST', `/ui/api/members/${userId}/password`)).data.password;
}

/** Reads the state of the installation and where its listeners are. */
export async function readOverview(): Promise<Overview> {
  return (await call<Envelope<Overview>>('GET', '/ui/api/overview')).data;
}
