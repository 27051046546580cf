import { queryOptions } from '@tanstack/react-query';

import { create, read, remove } from '../../api/client';
import type { Enrollment, OpenSession } from '../../api/ui.gen';

export type { Enrollment, OpenSession };

/** One's open sessions, this one and then the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: (): Promise<OpenSession[]> => read('/ui/api/sessions'),
});

/** How one can sign in. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['account', 'sign-in methods'],
  queryFn: () => read('/ui/api/sign-in-methods'),
});

/** Ends one of one's sessions. */
export function endSession(id: string): Promise<void> {
  return remove('/ui/api/sessions/{id}', { path: { id } });
}

/** Ends all of one's sessions but this one. */
export function endOtherSessions(): Promise<void> {
  return remove('/ui/api/sessions');
}

/** Whether one signs in with two factors. */
export const secondFactorQuery = queryOptions({
  queryKey: ['account', 'second factor'],
  queryFn: () => read('/ui/api/second-factor'),
});

/** Makes a secret for one's authenticator app, which is in the reply and nowhere after. */
export function beginSecondFactor(currentPassword: string): Promise<Enrollment> {
  return create('/ui/api/second-factor', { body: { currentPassword } });
}

/** Turns two-factor authentication on and returns the recovery codes, this once. */
export async function confirmSecondFactor(code: string): Promise<string[]> {
  return (await create('/ui/api/second-factor/confirm', { body: { code } })).recoveryCodes;
}

/** Replaces one's recovery codes and returns them, this once. */
export async function renewRecoveryCodes(currentPassword: string): Promise<string[]> {
  return (await create('/ui/api/second-factor/recovery-codes', { body: { currentPassword } })).recoveryCodes;
}

/** Turns two-factor authentication off. */
export async function removeSecondFactor(currentPassword: string): Promise<void> {
  await create('/ui/api/second-factor/remove', { body: { currentPassword } });
}
