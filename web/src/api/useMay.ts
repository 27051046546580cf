import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { mayOf, type May } from './may';
import { sessionQuery } from './queries';

/** What the signed-in person may do in the team. The session is read by the guards of the pages, not here. */
export function useMay(): May {
  const session = useQuery({ ...sessionQuery, enabled: false }).data;
  return useMemo(() => mayOf(session), [session]);
}
