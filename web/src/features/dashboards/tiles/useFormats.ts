import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import { sourcesQuery } from '../../../api/telemetry';
import { formatterOf, type Formatter } from '../../../number';
import { formatOf, type Column } from '../formatOf';
import type { TileConfig } from '../types';

/** How the columns of a tile are written: as it says itself, or else in the unit of what they are taken of. */
export function useFormats(config: TileConfig): (column: Column | undefined) => Formatter {
  const sources = useQuery(sourcesQuery).data;
  return useCallback((column) => formatterOf(formatOf(config, sources ?? [], column)), [config, sources]);
}
