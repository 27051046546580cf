import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { sessionQuery } from '../../api/queries';
import { cloudMayOf, type CloudMay } from './roles';

/** What the signed-in person may do in the organization, on one service at least; the server enforces it. */
export function useCloudMay(): CloudMay {
  const held = useQuery(sessionQuery).data?.may.cloud;
  return useMemo(() => cloudMayOf(held), [held]);
}
