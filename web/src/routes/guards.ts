import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';

import { installationQuery, sessionQuery } from '../api/queries';
import { homeInsteadOf, opens } from '../api/roles';
import { destination } from './destination';

/** Lets nobody in before the first account exists, and only people who are signed in after that, each to the pages of their role. */
export async function requireSession(queryClient: QueryClient, here: string): Promise<void> {
  await requireSetUp(queryClient);
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session !== null && opens(session.role, here)) return;
  if (session !== null) throw redirect({ href: homeInsteadOf(session.role, here) });
  throw redirect({ to: '/sign-in', search: here === '/' ? {} : { from: here } });
}

/** Keeps people who are signed in away from the sign-in page. */
export async function requireNoSession(queryClient: QueryClient, from: string | undefined): Promise<void> {
  await requireSetUp(queryClient);
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session !== null) throw redirect({ href: destination(from) });
}

/** Keeps people away from the set-up page once the first account exists. */
export async function requireFirstRun(queryClient: QueryClient): Promise<void> {
  const installation = await queryClient.ensureQueryData(installationQuery);
  if (installation.isSetUp) throw redirect({ to: '/' });
}

async function requireSetUp(queryClient: QueryClient): Promise<void> {
  const installation = await queryClient.ensureQueryData(installationQuery);
  if (!installation.isSetUp) throw redirect({ to: '/setup' });
}
