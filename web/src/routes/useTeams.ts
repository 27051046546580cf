import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';

import { sessionQuery } from '../api/queries';
import type { Seat } from '../api/ui.gen';
import { placeInTeam } from './team';

/** The teams of the person who is signed in, and the way to each of them. */
export function useTeams(): { teams: Seat[]; switchTo: (teamId: string) => void; open: (teamId: string) => void } {
  const teams = useQuery(sessionQuery).data?.teams ?? [];
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const switchTo = (team: string) => void navigate({ to: placeInTeam(pathname), search: { team } });
  const open = (team: string) => void navigate({ to: '/', search: { team } });
  return { teams, switchTo, open };
}
