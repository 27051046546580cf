import { useQuery } from '@tanstack/react-query';
import { useCallback, useContext } from 'react';

import { sourcesQuery } from '../../../api/telemetry';
import { formatterOf, type Formatter } from '../../../number';
import { formatOf, type Column } from '../formatOf';
import type { TileConfig } from '../types';
import { TileReaderContext } from './tileReader';

/** How the columns of a tile are written: as it says itself, or else in the unit of what they are taken of. */
export function useFormats(config: TileConfig): (column: Column | undefined) => Formatter {
  // Who is not signed in can't read the sources.
  const isSignedIn = useContext(TileReaderContext) === null;
  const sources = useQuery({ ...sourcesQuery, enabled: isSignedIn }).data;
  return useCallback((column) => formatterOf(formatOf(config, sources ?? [], column)), [config, sources]);
}
