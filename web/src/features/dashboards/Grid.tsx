import 'react-grid-layout/css/styles.css';

import { useElementSize } from '@mantine/hooks';
import type { KeyboardEvent } from 'react';
import GridLayout, { type Layout } from 'react-grid-layout';

import classes from './Grid.module.css';
import { columns, editedSpots, isOneColumn, narrowed, nudge, stepped, type Spot } from './layout';
import { TileFrame, type TileActions } from './TileFrame';
import type { Scope } from './scope';
import type { BoardTile } from './types';

const rowPixels = 32;
const gapPixels = 8;
const config = {
  cols: columns,
  rowHeight: rowPixels,
  margin: [gapPixels, gapPixels] as const,
  containerPadding: [0, 0] as const,
};

/** Where tiles stand below each other these keys go past the next one. */
const readingSteps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 };

interface GridProps {
  tiles: BoardTile[];
  scope: Scope;
  isEditing: boolean;
  actions: TileActions;
  onMove: (spots: Spot[]) => void;
}

/** The tiles of a board or of a section; while it is edited they can be moved and resized. */
export function Grid({ tiles, scope, isEditing, actions, onMove }: GridProps) {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const spots = isEditing ? editedSpots(tiles, width) : narrowed(tiles, width);
  // What is dragged is stored, so it has to be dragged where everybody has it.
  const isDragged = isEditing && !isOneColumn(width);
  const layout = spots.map(({ id, x, y, w, h }) => ({ i: id, x, y, w, h, minW: 2, minH: 2 }));
  const onStop = (after: Layout) => onMove(after.map(({ i, x, y, w, h }) => ({ id: i, x, y, w, h })));
  const onKey = (id: string) => (event: KeyboardEvent) => {
    const by = isDragged || event.shiftKey ? undefined : readingSteps[event.key];
    const after = by === undefined ? nudge(tiles, id, event.key, event.shiftKey) : stepped(tiles, id, by);
    if (after === null) return;
    event.preventDefault();
    onMove(after);
  };
  const onStep = (id: string) => (by: -1 | 1) => {
    const after = stepped(tiles, id, by);
    if (after !== null) onMove(after);
  };
  return (
    <div ref={ref} className={classes.grid} data-editing={isEditing || undefined}>
      {width > 0 && (
        <GridLayout
          width={width}
          layout={layout}
          gridConfig={config}
          dragConfig={{ enabled: isDragged, handle: '[data-handle]', cancel: '[data-menu]' }}
          resizeConfig={{ enabled: isDragged, handles: ['se'] }}
          onDragStop={onStop}
          onResizeStop={onStop}
        >
          {tiles.map((tile) => (
            <div key={tile.id}>
              <TileFrame
                tile={tile}
                scope={scope}
                isEditing={isEditing}
                actions={actions}
                onKey={onKey(tile.id)}
                {...(isEditing && !isDragged && { onStep: onStep(tile.id) })}
              />
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  );
}
