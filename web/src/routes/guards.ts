import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';

import { installationQuery, sessionQuery } from '../api/queries';
import { homeInsteadOf, opens } from '../api/roles';
import type { Session } from '../api/types';
import { atBase } from '../basePath';
import { destination } from './destination';
import { lastTeam, rememberTeam, switchTeam, teamStep, withTeam } from './team';

/** The page that is asked for. */
interface Place {
  href: string;
  search: Record<string, unknown>;
}

/** Lets nobody in before the first account exists, and only people who are signed in after that, each to the pages of their role. */
export async function requireSession(queryClient: QueryClient, { href: here, search }: Place): Promise<void> {
  await requireSetUp(queryClient);
  const session = await sessionIn(queryClient, here, search);
  if (session === null) throw redirect({ to: '/sign-in', search: here === '/' ? {} : { from: here } });
  if (!opens(session, here)) throw redirect({ href: atBase(homeInsteadOf(session, here)) });
}

/** The session as it is in the team of an address; an address that names none is left for one that does. */
async function sessionIn(queryClient: QueryClient, here: string, search: Place['search']): Promise<Session | null> {
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session === null) return null;
  const step = teamStep(session, search.team, lastTeam());
  switch (step.is) {
    case 'foreign':
      throw notFound({ data: { isForeignTeam: true } });
    case 'name':
      throw redirect({ href: atBase(withTeam(here, step.to)), replace: true });
    case 'switch':
      await switchTeam(queryClient, step.to);
      rememberTeam(step.to);
      return queryClient.ensureQueryData(sessionQuery);
    case 'there':
      rememberTeam(session.team.id);
      return session;
  }
}

/** Keeps people who are signed in away from the sign-in page. */
export async function requireNoSession(queryClient: QueryClient, from: string | undefined): Promise<void> {
  await requireSetUp(queryClient);
  const session = await queryClient.ensureQueryData(sessionQuery);
  if (session !== null) throw redirect({ href: atBase(destination(from)) });
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
