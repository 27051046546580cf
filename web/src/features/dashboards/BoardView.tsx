import { Box, Group, TextInput, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';

import type { Versioned } from '../../api/client';
import type { Container, Dashboard } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { ErrorPanel } from '../../components/ErrorPanel';
import { May } from '../../components/May';
import { Page } from '../../components/Page';
import { spanWords } from '../../time/format';
import { useTimeRange } from '../../time/useTimeRange';
import { useZone } from '../../time/zone';
import { TagsField } from '../parts/Tags';
import { usePicture, type PictureOf } from '../picture/usePicture';
import { boardName, withCopy, withoutContainer, withoutTile, withSeat, withSpots } from './board';
import { AddTileButton, BoardActions, LibraryButton } from './BoardActions';
import classes from './BoardView.module.css';
import { ConflictDialog } from './ConflictDialog';
import { FilterBar } from './FilterBar';
import { LeaveGuard } from './LeaveGuard';
import { OpenDialog, type Open } from './OpenDialog';
import { Sections, type SectionActions } from './Sections';
import { scopeWords } from './scope';
import { seatsOf } from './seats';
import type { TileActions } from './TileFrame';
import { sourceIdOf, takesCondition, type Board, type BoardTile } from './types';
import { useBoard, type Editing } from './useBoard';
import { useScope } from './useScope';

/** A dashboard with everything that can be done with it. */
export function BoardView({ stored }: { stored: Versioned<Dashboard> }) {
  const editing = useBoard(stored);
  const { board, isEditing, change } = editing;
  const [open, setOpen, close] = useOpen(board);
  const { scope, choose, ask, narrow } = useScope(board);
  const [draw, pictureDialog] = usePicture();
  const actions = useTileActions(editing, setOpen, narrow, draw);
  const drawn = useRef<HTMLDivElement>(null);
  const sectionActions: SectionActions = {
    rename: (container) => setOpen({ kind: 'rename', container }),
    addTab: (container) => setOpen({ kind: 'tab', container }),
    remove: (container) => change((old) => withoutContainer(old, container.id)),
    addTile: (seat) => setOpen({ kind: 'add', seat }),
  };
  return (
    <Page
      title={boardName(board)}
      heading={<Heading editing={editing} />}
      actions={
        <BoardActions
          editing={editing}
          onOpen={setOpen}
          onDraw={() =>
            draw({ element: drawn.current, name: boardName(board), span: scope.span, lines: scopeWords(scope) })
          }
        />
      }
    >
      {editing.error !== null && editing.error !== undefined && (
        <ErrorPanel title="The dashboard was not saved" error={editing.error} />
      )}
      <PrintedTime />
      <Box mb="sm" className={classes.controls ?? ''}>
        <FilterBar
          sourceIds={[...new Set(board.tiles.map(({ config }) => sourceIdOf(config)))]}
          filters={board.filters}
          hasCondition={takesCondition(board.tiles)}
          scope={scope}
          onChoose={choose}
          onQuery={ask}
        />
      </Box>
      {board.tiles.length === 0 && (board.containers ?? []).length === 0 ? (
        <Nothing onOpen={setOpen} />
      ) : (
        <div ref={drawn}>
          <Sections
            board={board}
            scope={scope}
            isEditing={isEditing}
            actions={actions}
            sectionActions={sectionActions}
            onMove={(spots) => change((old) => withSpots(old, spots))}
          />
        </div>
      )}
      {pictureDialog}
      <OpenDialog open={open} editing={editing} scope={scope} onOpen={setOpen} onClose={close} />
      <LeaveGuard isDirty={editing.isDirty} />
      {editing.conflict !== null && (
        <ConflictDialog
          conflict={editing.conflict}
          isSaving={editing.isSaving}
          onOverwrite={editing.overwrite}
          onTakeTheirs={editing.takeTheirs}
          onClose={editing.closeConflict}
        />
      )}
    </Page>
  );
}

function Nothing({ onOpen }: { onOpen: (open: Open) => void }) {
  const buttons = (
    <May do="update:Dashboard">
      <Group gap="sm">
        <AddTileButton onClick={() => onOpen({ kind: 'add', seat: {} })} />
        <LibraryButton onClick={() => onOpen({ kind: 'library', seat: {} })} />
      </Group>
    </May>
  );
  return (
    <EmptyState title="This dashboard is empty" icon="dashboard" action={buttons}>
      Add the first tile: a chart, a number, a table, a list of events or text. The library has some ready-made.
    </EmptyState>
  );
}

/** The time range in print, where its button is not. */
function PrintedTime() {
  const { span } = useTimeRange();
  const [zone] = useZone();
  return <p className={classes.printed}>{spanWords(span.start, span.end, zone)}</p>;
}

/** What is open above the board; a tile that the address names is shown in large. */
function useOpen(board: Board): [Open, (open: Open) => void, () => void] {
  const { tile }: { tile?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const named = board.tiles.find(({ id }) => id === tile);
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const close = () => {
    setOpen({ kind: 'none' });
    if (tile !== undefined)
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) => ({ ...before, tile: undefined }),
      });
  };
  return [open.kind === 'none' && named !== undefined ? { kind: 'enlarge', tile: named } : open, setOpen, close];
}

function Heading({ editing: { board, isEditing, change } }: { editing: Editing }) {
  if (!isEditing) {
    return (
      <Title order={1} size="h2" className={classes.title}>
        {boardName(board)}
      </Title>
    );
  }
  return (
    <div className={classes.edited}>
      <TextInput
        aria-label="Name of the dashboard"
        value={board.name}
        maxLength={1024}
        onChange={(event) => change((old) => ({ ...old, name: event.target.value }))}
        w={280}
      />
      <TagsField
        aria-label="Tags"
        placeholder={board.tags.length === 0 ? 'Tags' : ''}
        value={board.tags}
        onChange={(tags) => change((old) => ({ ...old, tags }))}
        w={280}
      />
    </div>
  );
}

function useTileActions(
  { board, change }: Editing,
  onOpen: (open: Open) => void,
  filter: TileActions['filter'],
  draw: (picture: PictureOf) => void,
): TileActions {
  const { zoom } = useTimeRange();
  const navigate = useNavigate();
  const containersKey = JSON.stringify(board.containers ?? []);
  const { id } = board;
  return useMemo(
    () => ({
      zoom,
      filter,
      draw,
      enlarge: (tile) => onOpen({ kind: 'enlarge', tile }),
      edit: (tile) => onOpen({ kind: 'edit', tile }),
      duplicate: (tile) => change((old) => withCopy(old, tile.id)),
      remove: (tile) => change((old) => withoutTile(old, tile.id)),
      watch: (tile) => void navigate({ to: '/alerts', search: { new: 'tile', dashboard: id, tile: tile.id } }),
      seats: seatsOf(JSON.parse(containersKey) as Container[]).map(({ name, seat }) => ({
        name,
        move: (tile: BoardTile) => change((old) => withSeat(old, tile.id, seat)),
      })),
    }),
    [zoom, filter, draw, onOpen, change, navigate, containersKey, id],
  );
}
