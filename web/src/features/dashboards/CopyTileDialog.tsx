import { NativeSelect, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { FormDialog } from '../parts/Dialogs';
import { boardOf, tileName } from './board';
import { dashboardsQuery } from './calls';
import { displayNames, type BoardTile } from './types';

interface CopyTileDialogProps {
  dashboardId: string;
  onCopy: (tile: BoardTile) => void;
  onClose: () => void;
}

/** Takes a copy of a tile from another dashboard; the two do not follow each other afterwards. */
export function CopyTileDialog({ dashboardId, onCopy, onClose }: CopyTileDialogProps) {
  const dashboards = (useQuery(dashboardsQuery).data ?? []).filter(
    ({ id, tiles }) => id !== dashboardId && tiles.length > 0,
  );
  const [from, setFrom] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const source = dashboards.find(({ id }) => id === from) ?? dashboards[0];
  const tiles = source === undefined ? [] : boardOf(source).tiles;
  const tile = tiles.find(({ id }) => id === chosen) ?? tiles[0];
  const copy = () => Promise.resolve(tile !== undefined && onCopy(tile));
  return (
    <FormDialog title="Copy tile" submit="Add copy" onSubmit={copy} onClose={onClose} isReady={tile !== undefined}>
      {source === undefined || tile === undefined ? (
        <Text size="sm" c="dimmed">
          No other dashboard has a tile yet.
        </Text>
      ) : (
        <>
          <NativeSelect
            label="From dashboard"
            data={dashboards.map(({ id, name }) => ({ value: id, label: name === '' ? 'Untitled' : name }))}
            value={source.id}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <Select
            label="Tile"
            searchable
            allowDeselect={false}
            data={tiles.map((one) => ({
              value: one.id,
              label: `${tileName(one)} (${displayNames[one.config.displayType]})`,
            }))}
            value={tile.id}
            onChange={setChosen}
          />
        </>
      )}
    </FormDialog>
  );
}
