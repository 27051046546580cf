import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { CopyLinks } from '../../components/CopyLinks';
import { Icon, type IconName } from '../../components/Icon';
import { May } from '../../components/May';
import { usePageShortcuts } from '../../components/pageShortcuts';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { ConfirmDialog } from '../parts/Dialogs';
import { keepText } from '../parts/saveAs';
import { bodyOf } from './board';
import { createDashboard, dashboardsQuery, deleteDashboard } from './calls';
import { copyOf, exportName, exportText } from './exported';
import type { Open } from './OpenDialog';
import type { Board } from './types';
import type { Editing } from './useBoard';
import { usePrint } from './usePrint';

interface BoardActionsProps {
  editing: Editing;
  onOpen: (open: Open) => void;
  /** Saves a picture of the tiles. */
  onDraw: () => void;
}

/** The buttons of a dashboard: another set while it is edited. */
export function BoardActions({ editing, onOpen, onDraw }: BoardActionsProps) {
  const { board, isEditing, isDirty, isSaving, change, save, discard } = editing;
  if (!isEditing) {
    return (
      <>
        <TimeRangePicker />
        <May do="update:Dashboard">
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="edit" size={14} />}
            onClick={() => change((old) => old)}
          >
            Edit
          </Button>
        </May>
        <MoreMenu board={board} onOpen={onOpen} onDraw={onDraw} />
      </>
    );
  }
  return (
    <>
      <StepButtons editing={editing} />
      <AddTileButton onClick={() => onOpen({ kind: 'add', seat: {} })} />
      <LibraryButton onClick={() => onOpen({ kind: 'library', seat: {} })} />
      <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'section' })}>
        Add section
      </Button>
      <Button size="xs" variant="default" onClick={() => onOpen({ kind: 'filters' })}>
        Filters
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={discard}>
        {isDirty ? 'Discard' : 'Done'}
      </Button>
      <Button size="xs" disabled={!isDirty} loading={isSaving} onClick={save}>
        Save
      </Button>
    </>
  );
}

/** Takes changes back and makes them again, also by keyboard. */
function StepButtons({ editing: { undo, redo } }: { editing: Editing }) {
  useHotkeys([
    ['mod+Z', () => undo?.()],
    ['mod+shift+Z', () => redo?.()],
    ['mod+Y', () => redo?.()],
  ]);
  usePageShortcuts([
    { keys: 'Ctrl+Z', name: 'Undo' },
    { keys: 'Ctrl+Shift+Z', name: 'Redo' },
    { keys: 'Ctrl+Y', name: 'Redo' },
  ]);
  return (
    <Group gap={4} wrap="nowrap">
      <Step name="Undo" keys="Ctrl Z" icon="undo" onClick={undo} />
      <Step name="Redo" keys="Ctrl Shift Z" icon="redo" onClick={redo} />
    </Group>
  );
}

interface StepProps {
  name: string;
  keys: string;
  icon: IconName;
  onClick: (() => void) | undefined;
}

function Step({ name, keys, icon, onClick }: StepProps) {
  return (
    <Tooltip label={`${name} (${keys})`}>
      <ActionIcon variant="default" size={30} aria-label={name} disabled={onClick === undefined} onClick={onClick}>
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Opens the editor of a new tile. */
export function AddTileButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="xs" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
      Add tile
    </Button>
  );
}

/** Opens the tile library. */
export function LibraryButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={onClick}>
      Tile library
    </Button>
  );
}

function MoreMenu({ board, onOpen, onDraw }: Omit<BoardActionsProps, 'editing'> & { board: Board }) {
  const [isLeaving, setLeaving] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queryClient.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
  const duplicate = async () => {
    const made = await createDashboard({ ...copyOf(bodyOf(board)), name: `${board.name} (copy)` });
    await refresh();
    await navigate({ to: '/dashboards/$id', params: { id: made.id } });
  };
  const leave = async () => {
    await deleteDashboard(board.id);
    await navigate({ to: '/dashboards' });
    await refresh();
  };
  return (
    <>
      <Menu position="bottom-end" width={290}>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More actions">
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <CopyLinks />
          <Menu.Divider />
          <LookItems board={board} onOpen={onOpen} onDraw={onDraw} />
          <May do="update:Dashboard">
            <Menu.Item leftSection={<Icon name="link" />} onClick={() => onOpen({ kind: 'share' })}>
              Share by link
            </Menu.Item>
          </May>
          <Menu.Item leftSection={<Icon name="clock" />} onClick={() => onOpen({ kind: 'versions' })}>
            Version history
          </Menu.Item>
          <May do="create:Dashboard">
            <Menu.Item leftSection={<Icon name="copy" />} onClick={() => void duplicate()}>
              Duplicate dashboard
            </Menu.Item>
          </May>
          <Menu.Item
            leftSection={<Icon name="download" />}
            onClick={() => keepText(exportText(board), exportName(board), 'application/json')}
          >
            Export as JSON
          </Menu.Item>
          <May do="delete:Dashboard">
            <Menu.Divider />
            <Menu.Item color="var(--cairn-bad)" leftSection={<Icon name="trash" />} onClick={() => setLeaving(true)}>
              Delete dashboard
            </Menu.Item>
          </May>
        </Menu.Dropdown>
      </Menu>
      {isLeaving && (
        <ConfirmDialog
          title="Delete dashboard"
          confirm="Delete dashboard"
          onConfirm={leave}
          onClose={() => setLeaving(false)}
        >
          <b>{board.name}</b> and the alerts on its tiles will be deleted for the whole team. This can’t be undone.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Ways to look at a dashboard, which change nothing. */
function LookItems({ board, onOpen, onDraw }: Omit<BoardActionsProps, 'editing'> & { board: Board }) {
  const printBoard = usePrint();
  return (
    <>
      <Menu.Item
        leftSection={<Icon name="fullscreen" />}
        onClick={() => void document.documentElement.requestFullscreen()}
      >
        Full screen
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="system" />} onClick={() => onOpen({ kind: 'kiosk' })}>
        Kiosk mode
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="download" />} onClick={printBoard}>
        Print or save as PDF
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="download" />} disabled={board.tiles.length === 0} onClick={onDraw}>
        Download PNG
      </Menu.Item>
    </>
  );
}
