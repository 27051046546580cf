import { queryOptions } from '@tanstack/react-query';

import { create } from '../../api/client';

/** What people are invited to. */
export type Invited = 'team' | 'organization';

export type InvitationState = 'open' | 'expired' | 'gone';

/** What became of an invitation; only who has its token is told. */
export function invitationStateQuery(to: Invited, token: string) {
  return queryOptions({
    queryKey: ['invitation', to, token],
    queryFn: async (): Promise<InvitationState> => (await create('/ui/api/invitation', { body: { to, token } })).state,
    // Who has used it a moment later is on the way to the first page, and keeps the form until then.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Why an invitation can't be used, and how to go on. */
export function spentWords(state: Exclude<InvitationState, 'open'>, to: Invited): { title: string; text: string } {
  if (state === 'expired')
    return { title: 'This invitation has expired', text: `Ask an admin of the ${to} for a new one.` };
  return {
    title: 'This invitation can’t be used',
    text: `It was used, replaced or taken back, or the link is incomplete. If you have joined before, sign in. Otherwise ask an admin of the ${to} for a new one.`,
  };
}
