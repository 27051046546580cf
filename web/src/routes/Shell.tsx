import { AppShell, UnstyledButton } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import { signOut } from '../api/calls';
import { sessionQuery } from '../api/queries';
import { mayOf } from '../api/may';
import { managesTeams } from '../api/roles';
import { focusPage } from '../components/keepFocus';
import { SideBar } from '../components/SideBar';
import { SignedOutDialog } from '../features/session/SignedOutDialog';
import { NewTeamDialog } from '../features/team/NewTeamDialog';
import { TimeRangeProvider } from '../time/useTimeRange';
import { Commands } from './Commands';
import { Permitted } from './Permitted';
import { placesOf } from './places';
import classes from './Shell.module.css';
import { useFavicon } from './useFavicon';
import { useScrollPlace } from './useScrollPlace';
import { useTeams } from './useTeams';

const widthOpen = 220;
const widthCollapsed = 56;

/** The frame of every page behind the sign-in: side bar at the left, the page at the right. */
export function Shell() {
  const [isCollapsed, setCollapsed] = useLocalStorage({ key: 'cairn-side-bar-collapsed', defaultValue: false });
  const session = useSuspenseQuery(sessionQuery).data;
  const { team } = useSearch({ strict: false }) as { team?: unknown };
  // On the way to another team, the page of the one before would ask there for its own things.
  const isOfTeam = team === undefined || team === session?.team.id;
  const leaving = useSignOut();
  const { teams, switchTo, open: openTeam } = useTeams();
  useScrollPlace();
  useFavicon(mayOf(session)('read:Alert'));
  const [isPalette, palette] = useDisclosure(false);
  const [isNewTeam, newTeam] = useDisclosure(false);
  return (
    <TimeRangeProvider>
      <AppShell
        navbar={{ width: { base: widthCollapsed, md: isCollapsed ? widthCollapsed : widthOpen }, breakpoint: 0 }}
        padding={0}
        transitionDuration={0}
      >
        <UnstyledButton className={classes.skip} onClick={focusPage}>
          Skip to content
        </UnstyledButton>
        <AppShell.Navbar className={classes.sideBar} aria-label="Sidebar" data-collapsed={isCollapsed || undefined}>
          <SideBar
            places={placesOf(session)}
            user={session?.user ?? null}
            team={session?.team ?? null}
            teams={teams}
            onSwitch={switchTo}
            onCreateTeam={managesTeams(session) ? newTeam.open : null}
            isCollapsed={isCollapsed}
            onCollapse={() => setCollapsed(!isCollapsed)}
            isLeaving={leaving.isPending}
            onSignOut={() => leaving.mutate()}
            onPalette={palette.open}
          />
        </AppShell.Navbar>
        <AppShell.Main className={classes.main ?? ''}>
          {isOfTeam && <Permitted key={session?.team.id} session={session} />}
        </AppShell.Main>
        <Commands
          key={session?.team.id}
          session={session}
          isOpen={isPalette}
          onOpen={palette.open}
          onClose={palette.close}
          onSignOut={() => leaving.mutate()}
        />
        <SignedOutDialog />
        {isNewTeam && <NewTeamDialog onMade={openTeam} onClose={newTeam.close} />}
      </AppShell>
    </TimeRangeProvider>
  );
}

function useSignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: signOut,
    async onSuccess(providerPage) {
      // The provider would sign the next person in as this one.
      if (providerPage !== '') {
        location.assign(providerPage);
        return;
      }
      queryClient.setQueryData(sessionQuery.queryKey, null);
      await navigate({ to: '/sign-in' });
      // Nothing of one person may be shown to the next.
      queryClient.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'installation',
      });
    },
  });
}
