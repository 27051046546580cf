import { useQuery } from '@tanstack/react-query';

import { sessionQuery } from '../../api/queries';
import { managesPeople } from '../../api/roles';

/** Says whether the signed-in person may reset passwords of people; the server enforces it. */
export function useIsManaging(): boolean {
  return managesPeople(useQuery(sessionQuery).data);
}
