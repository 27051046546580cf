import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import { signIn } from '../../api/calls';
import { sessionQuery } from '../../api/queries';
import type { Session } from '../../api/types';
import { atBase } from '../../basePath';

/** What the invited person sends. */
export interface Joining {
  token: string;
  name?: string;
  password: string;
}

/** Accepts an invitation and returns the address that it was for. */
export type Accept = (joining: Joining) => Promise<{ email: string }>;

/** How it went on after an invitation was accepted. */
type Joined = { session: Session } | { session: null; error: unknown };

/** Accepts an invitation, signs in and goes to a page. */
export function useJoin(accept: Accept, arrival: string) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    async mutationFn(joining: Joining): Promise<Joined> {
      const { email } = await accept(joining);
      return enter(email, joining.password);
    },
    meta: { isEntry: true },
    onSuccess({ session }) {
      if (session === null) return;
      queryClient.setQueryData(sessionQuery.queryKey, session);
      router.history.push(atBase(arrival));
    },
  });
}

async function enter(email: string, password: string): Promise<Joined> {
  try {
    return { session: await signIn({ email, password }) };
  } catch (error) {
    return { session: null, error };
  }
}
