import { Outlet, useRouterState } from '@tanstack/react-router';

import { lacks, type Need } from '../api/roles';
import type { Session } from '../api/types';
import { NotRead, notReadTitle } from '../components/NotRead';
import { Page } from '../components/Page';

/** The page of the address, or why its visitor can't see it. A role that is taken away takes the page away, too. */
export function Permitted({ session }: { session: Session | null }) {
  // That of the page which is shown: the location is ahead of it.
  const pathname = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '/' });
  const need = lacks(session, pathname);
  return need === null || session === null ? <Outlet /> : <Refused need={need} isScoped={session.may.isScoped} />;
}

const things: Partial<Record<Need, string>> = {
  'read:Alert': 'alerts',
  'read:Dashboard': 'dashboards',
  'read:SavedSearch': 'saved searches',
  'read:Source': 'sources',
};

function Refused({ need, isScoped }: { need: Need; isScoped: boolean }) {
  const thing = things[need] ?? 'data';
  return (
    <Page title={notReadTitle(thing)}>
      <NotRead thing={thing}>
        {need === 'read:Alert' && isScoped
          ? 'Alerts watch all data of the team, and your role reads only a part of it.'
          : `Your role in this team includes no access to ${things[need] ?? 'logs, traces and metrics'}.`}
      </NotRead>
    </Page>
  );
}
