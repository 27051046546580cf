import type { QueryClient } from '@tanstack/react-query';

import { readSession } from '../api/calls';
import { sessionQuery } from '../api/queries';
import { actIn } from '../api/team';
import type { Session } from '../api/types';
import { parseAddress, writeAddress } from './address';

type Parts = Record<string, unknown>;

/** Where a browser remembers the team that was chosen last. */
const remembered = 'cairn-team';

/** What is to be done so that a page shows the team of its address. */
export type TeamStep = { is: 'there' } | { is: 'switch'; to: string } | { is: 'name'; to: string } | { is: 'foreign' };

/**
 * Somebody with one team has no team in the address. For others it names the
 * team, so that a link shows the same to everybody who may see it: a page
 * without one gets the team that was chosen last.
 */
export function teamStep({ team, teams }: Session, wanted: unknown, last: string | null): TeamStep {
  const mine = (id: unknown) => teams.find((one) => one.id === id)?.id;
  if (typeof wanted === 'string' && wanted !== '') {
    const to = mine(wanted);
    if (to === undefined) return { is: 'foreign' };
    return to === team.id ? { is: 'there' } : { is: 'switch', to };
  }
  return teams.length < 2 ? { is: 'there' } : { is: 'name', to: mine(last) ?? team.id };
}

/** Acts in another team from now on. Nothing of the one before may be shown there. */
export async function switchTeam(queryClient: QueryClient, to: string): Promise<void> {
  actIn(to);
  queryClient.setQueryData(sessionQuery.queryKey, await readSession());
  // Resetting would refetch with ids of the previous team. What the next team shows is fetched when it is drawn.
  queryClient.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'installation',
  });
}

export function lastTeam(): string | null {
  return localStorage.getItem(remembered);
}

export function rememberTeam(id: string): void {
  localStorage.setItem(remembered, id);
}

/** Every way from page to page stays in the team. */
export function keepTeam({ search, next }: { search: Parts; next: (search: Parts) => Parts }): Parts {
  const parts = next(search);
  return search.team === undefined || parts.team !== undefined ? parts : { team: search.team, ...parts };
}

/** The same address in a team. */
export function withTeam(href: string, team: string): string {
  const [path = '/', search = ''] = href.split('?', 2);
  return path + writeAddress({ team, ...parseAddress(search) });
}

/** The page of another team that is nearest to one of this team, whose ids mean nothing there. */
export function placeInTeam(pathname: string): string {
  const [, page = '', section] = pathname.split('/');
  if (page === 'team' && section !== undefined) return `/team/${section}`;
  return page === 'cloud' ? '/' : `/${page}`;
}
