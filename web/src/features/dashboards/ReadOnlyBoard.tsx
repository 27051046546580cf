import { useMemo } from 'react';

import { useTimeRange } from '../../time/useTimeRange';
import type { Scope } from './scope';
import { Sections, type SectionActions } from './Sections';
import type { TileActions } from './TileFrame';
import type { TileReader } from './tiles/tileReader';
import type { Board } from './types';

interface ReadOnlyBoardProps {
  board: Pick<Board, 'tiles' | 'containers'>;
  scope: Scope;
  /** How tiles are read by people who are not signed in. */
  readerOf?: (tileId: string) => TileReader;
}

/** The tiles of a dashboard that can only be looked at. */
export function ReadOnlyBoard({ board, scope, readerOf }: ReadOnlyBoardProps) {
  const { zoom } = useTimeRange();
  const actions = useMemo(
    (): TileActions => ({
      isReadOnly: true,
      ...(readerOf !== undefined && { readerOf }),
      zoom,
      filter: nothing,
      enlarge: nothing,
      edit: nothing,
      duplicate: nothing,
      remove: nothing,
      watch: nothing,
      draw: nothing,
      seats: [],
    }),
    [zoom, readerOf],
  );
  return (
    <Sections
      board={board}
      scope={scope}
      isEditing={false}
      actions={actions}
      sectionActions={noSectionActions}
      onMove={nothing}
    />
  );
}

const nothing = () => {};
const noSectionActions: SectionActions = { rename: nothing, addTab: nothing, remove: nothing, addTile: nothing };
