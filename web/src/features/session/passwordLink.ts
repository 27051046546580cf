import { queryOptions } from '@tanstack/react-query';

import { create } from '../../api/client';
import type { PasswordLink } from '../../api/ui.gen';

type LinkState = PasswordLink['state'];

/** What became of a link that sets a password; only the holder of its token is told. */
export function passwordLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['password link', token],
    queryFn: async (): Promise<LinkState> => (await create('/ui/api/password-link', { body: { token } })).state,
    gcTime: 0,
  });
}

/** Sets the password of the account that the link is for; returns whether that has signed in, too. */
export async function setPassword(token: string, password: string): Promise<boolean> {
  return (await create('/ui/api/password-link/use', { body: { token, password } })).isSignedIn;
}

/** Asks for a link by e-mail; it succeeds for an address without an account too. */
export async function mailPasswordLink(email: string): Promise<void> {
  await create('/ui/api/password-link/mail', { body: { email } });
}

/** Why a link sets no password, and how to go on. */
export function deadLinkWords(state: Exclude<LinkState, 'open'>): { title: string; text: string } {
  switch (state) {
    case 'used':
      return {
        title: 'This link was used already',
        text: 'It works once. If you set the new password, sign in with it. Otherwise ask for a new link.',
      };
    case 'expired':
      return { title: 'This link has expired', text: 'Ask for a new one.' };
    case 'gone':
      return {
        title: 'This link doesn’t work',
        text: 'It was replaced by a newer one or taken back, or it is incomplete. Ask for a new one.',
      };
  }
}
