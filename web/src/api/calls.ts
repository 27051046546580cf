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

/** Reads the state of the installation and where its listeners are. */
export async function readOverview(): Promise<Overview> {
  return (await call<Envelope<Overview>>('GET', '/ui/api/overview')).data;
}
