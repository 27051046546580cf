import { Modal } from '@mantine/core';

import type { Container } from '../../api/stack.gen';
import { unreachable } from '../../exhaustive';
import { shiftWords } from '../../time/shift';
import { useTimeRange } from '../../time/useTimeRange';
import { DrillProvider } from '../drill/DrillProvider';
import { tileName, withChanged, withContainer, withTab, withTile } from './board';
import classes from './BoardView.module.css';
import { FiltersDialog } from './FiltersDialog';
import { KioskDialog } from './KioskDialog';
import { LibraryDialog } from './library/LibraryDialog';
import { NameDialog } from './NameDialog';
import { scopeOf, type Scope } from './scope';
import { ShareDialog } from './ShareDialog';
import { TileContent } from './TileByType';
import { TileEditor } from './TileEditor';
import { freshConfig } from './tileForm';
import { shiftOf, type BoardTile, type Seat, type TileConfig } from './types';
import type { Editing } from './useBoard';
import { useSourceId } from './useSourceId';
import { textWith } from './variables';
import { VersionsDialog } from './VersionsDialog';

/** What is open above the board. */
export type Open =
  | { kind: 'none' }
  | { kind: 'filters' | 'versions' | 'share' | 'kiosk' }
  | { kind: 'section' }
  | { kind: 'add' | 'library'; seat: Seat }
  | { kind: 'edit' | 'enlarge'; tile: BoardTile }
  | { kind: 'rename' | 'tab'; container: Container };

interface OpenDialogProps {
  open: Open;
  editing: Editing;
  scope: Scope;
  onOpen: (open: Open) => void;
  onClose: () => void;
}

/** The dialog that is open above the board. */
export function OpenDialog({ open, editing, scope, onOpen, onClose }: OpenDialogProps) {
  const { board, change } = editing;
  const sourceId = useSourceId();
  switch (open.kind) {
    case 'add': {
      const add = (name: string, config: TileConfig) => change((old) => withTile(old, { name, config }, open.seat));
      return (
        <TileEditor
          name=""
          config={freshConfig('line', sourceId)}
          scope={scope}
          onClose={onClose}
          onSave={closing(add, onClose)}
          onLibrary={() => onOpen({ kind: 'library', seat: open.seat })}
        />
      );
    }
    case 'library':
      return (
        <LibraryDialog
          dashboardId={board.id}
          scope={scope}
          onAdd={(tile) => change((old) => withTile(old, tile, open.seat))}
          onClose={onClose}
        />
      );
    case 'edit': {
      const replace = (name: string, config: TileConfig) =>
        change((old) => withChanged(old, open.tile.id, { name, config }));
      return (
        <TileEditor
          name={open.tile.name}
          config={open.tile.config}
          scope={scope}
          onClose={onClose}
          onSave={closing(replace, onClose)}
        />
      );
    }
    case 'enlarge':
      return <LargeTile tile={open.tile} scope={scope} onClose={onClose} />;
    case 'filters':
      return (
        <FiltersDialog board={board} onChange={(filters) => change((old) => ({ ...old, filters }))} onClose={onClose} />
      );
    case 'versions':
      return <VersionsDialog dashboardId={board.id} onClose={onClose} />;
    case 'share':
      return <ShareDialog dashboardId={board.id} onClose={onClose} />;
    case 'kiosk':
      return <KioskDialog dashboardId={board.id} onClose={onClose} />;
    case 'section':
    case 'rename':
    case 'tab':
      return <TitleDialog open={open} change={change} onClose={onClose} />;
    case 'none':
      return null;
    default:
      return unreachable(open);
  }
}

/** Does something with a tile, then closes the dialog. */
function closing(save: (name: string, config: TileConfig) => void, onClose: () => void) {
  return (name: string, config: TileConfig) => {
    save(name, config);
    onClose();
  };
}

function LargeTile({ tile, scope, onClose }: { tile: BoardTile; scope: Scope; onClose: () => void }) {
  const { zoom } = useTimeRange();
  const name = textWith(tileName(tile), scope);
  const title = [name, shiftWords(shiftOf(tile.config))].filter((part) => part !== '').join(', ');
  return (
    <Modal opened onClose={onClose} title={title} fullScreen closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.large}>
        <DrillProvider scope={scopeOf(tile.config, scope)}>
          <TileContent name={name} config={tile.config} scope={scope} onZoom={zoom} />
        </DrillProvider>
      </div>
    </Modal>
  );
}

interface TitleDialogProps {
  open: Extract<Open, { kind: 'section' | 'rename' | 'tab' }>;
  change: Editing['change'];
  onClose: () => void;
}

/** Asks for the title of a section or tab. */
function TitleDialog({ open, change, onClose }: TitleDialogProps) {
  const setContainers = (make: (list: Container[]) => Container[]) =>
    change((old) => ({ ...old, containers: make(old.containers ?? []) }));
  switch (open.kind) {
    case 'section':
      return (
        <NameDialog
          title="Add section"
          submit="Add section"
          name=""
          onName={(title) => change((old) => withContainer(old, title))}
          onClose={onClose}
        />
      );
    case 'rename':
      return (
        <NameDialog
          title="Rename section"
          submit="Rename"
          name={open.container.title}
          onName={(title) =>
            setContainers((list) => list.map((one) => (one.id === open.container.id ? { ...one, title } : one)))
          }
          onClose={onClose}
        />
      );
    case 'tab':
      return (
        <NameDialog
          title="Add tab"
          submit="Add tab"
          name=""
          onName={(title) => change((old) => withTab(old, open.container.id, title))}
          onClose={onClose}
        />
      );
    default:
      return unreachable(open);
  }
}
