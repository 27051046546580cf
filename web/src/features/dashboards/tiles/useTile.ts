import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useContext } from 'react';

import { drawTile, type DrawnTile } from '../../../api/telemetry';
import { questionOf, type Granularity, type Scope } from '../scope';
import type { TileConfig } from '../types';
import { TileReaderContext } from './tileReader';

/** Reads what a tile shows; the old rows stay until the new ones are there. */
export function useTile(
  config: TileConfig,
  scope: Scope,
  granularity?: Granularity,
  enabled = true,
): UseQueryResult<DrawnTile> {
  const reader = useContext(TileReaderContext);
  const question = questionOf(config, scope, granularity);
  return useQuery({
    queryKey: ['tile', question, reader?.key],
    queryFn: ({ signal }) => (reader?.read ?? drawTile)(question, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}
