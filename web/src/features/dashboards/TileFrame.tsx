import { ActionIcon, Menu } from '@mantine/core';
import { memo, useMemo, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';

import { useMay } from '../../api/useMay';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { shiftWords } from '../../time/shift';
import type { GroupPart } from '../drill/address';
import { useChartActions } from '../charts/useChartActions';
import { DrillProvider } from '../drill/DrillProvider';
import type { PictureOf } from '../picture/usePicture';
import { tileName } from './board';
import classes from './Grid.module.css';
import { scopeOf, scopeWords, type Scope } from './scope';
import { TileContent } from './TileByType';
import { TileReaderContext, type TileReader } from './tiles/tileReader';
import { canAlert, shiftOf, type BoardTile } from './types';
import { textWith } from './variables';

/** What can be done with a tile. */
export interface TileActions {
  /** What is shown can't be changed. */
  isReadOnly?: boolean;
  /** How tiles are read by people who are not signed in; their numbers lead nowhere. */
  readerOf?: (tileId: string) => TileReader;
  enlarge: (tile: BoardTile) => void;
  edit: (tile: BoardTile) => void;
  duplicate: (tile: BoardTile) => void;
  remove: (tile: BoardTile) => void;
  watch: (tile: BoardTile) => void;
  /** Saves a picture of what is shown. */
  draw: (picture: PictureOf) => void;
  /** Other places that a tile can move to, by their names. */
  seats: { name: string; move: (tile: BoardTile) => void }[];
  zoom: (start: number, end: number) => void;
  /** Keeps all tiles to a group, or leaves that out. */
  filter: (part: GroupPart, isExcluding: boolean) => void;
}

interface TileFrameProps {
  tile: BoardTile;
  scope: Scope;
  isEditing: boolean;
  actions: TileActions;
  /** A key was pressed on the grip. */
  onKey: (event: KeyboardEvent) => void;
  /** Moves the tile past its neighbour, where it can't be dragged. */
  onStep?: (by: -1 | 1) => void;
}

/** A tile: its name, what can be done with it, and what it shows. */
export function TileFrame({ tile, scope, isEditing, actions, onKey, onStep }: TileFrameProps) {
  const name = textWith(tileName(tile), scope);
  const shift = shiftWords(shiftOf(tile.config));
  const body = useRef<HTMLDivElement>(null);
  return (
    <section className={classes.tile} aria-label={name} data-tile={tile.id} data-editing={isEditing || undefined}>
      <header className={classes.head} data-handle={isEditing || undefined}>
        {isEditing && (
          <button
            type="button"
            className={classes.grip}
            aria-label={`Move ${name}: arrow keys move it, with shift they resize it`}
            onKeyDown={onKey}
          >
            <span className={classes.dots} />
          </button>
        )}
        <h2 className={classes.title} title={name}>
          {tile.name === '' && tile.config.displayType === 'markdown' ? '' : name}
        </h2>
        {shift !== '' && <span className={classes.shift}>{shift}</span>}
        {actions.isReadOnly !== true && <TileMenu {...{ tile, name, scope, isEditing, actions, body, onStep }} />}
      </header>
      <div ref={body} className={classes.body}>
        <TileContext tile={tile} scope={scope} isEditing={isEditing} actions={actions}>
          <Content name={name} config={tile.config} scope={scope} onZoom={actions.zoom} />
        </TileContext>
      </div>
    </section>
  );
}

interface TileContextProps extends Omit<TileFrameProps, 'onKey' | 'onStep'> {
  children: ReactNode;
}

/** How what is inside is read, and where its numbers lead. */
function TileContext({ tile, scope, isEditing, actions, children }: TileContextProps) {
  const { readerOf } = actions;
  const reader = useMemo(() => readerOf?.(tile.id) ?? null, [readerOf, tile.id]);
  const may = useMay();
  if (reader !== null) return <TileReaderContext value={reader}>{children}</TileReaderContext>;
  return (
    <DrillProvider
      scope={scopeOf(tile.config, scope)}
      {...(canFilter(scope) && { onFilter: actions.filter })}
      {...(canWatch(tile, isEditing) &&
        may('create:Alert') &&
        actions.isReadOnly !== true && { onAlert: () => actions.watch(tile) })}
    >
      {children}
    </DrillProvider>
  );
}

/** What is typed above the tiles can be added to while it is in the language of the field there. */
function canFilter({ query }: Scope): boolean {
  return query.whereLanguage === 'lucene';
}

/** Only what is stored can be watched. */
function canWatch(tile: BoardTile, isEditing: boolean): boolean {
  return canAlert(tile.config) && !tile.id.startsWith('new-') && !isEditing;
}

/** Moving a tile must not draw its chart anew. */
const Content = memo(TileContent);

interface TileMenuProps {
  tile: BoardTile;
  name: string;
  scope: Scope;
  isEditing: boolean;
  actions: TileActions;
  /** What is drawn. */
  body: RefObject<HTMLDivElement | null>;
  onStep: TileFrameProps['onStep'] | undefined;
}

function TileMenu({ tile, name, scope, isEditing, actions, body, onStep }: TileMenuProps) {
  const [items, dialogs] = useChartActions({ config: tile.config, name, scope, isWatchable: true });
  const draw = () =>
    actions.draw({
      element: body.current,
      name,
      span: scopeOf(tile.config, scope).span,
      lines: scopeWords(scope),
      failure: 'The tile could not be loaded, so there is nothing to draw.',
    });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            data-menu
            className={classes.menu}
            variant="subtle"
            color="gray"
            aria-label={`Tile ${name}: actions`}
          >
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="fullscreen" />} onClick={() => actions.enlarge(tile)}>
            View larger
          </Menu.Item>
          <May do="update:Dashboard">
            <Menu.Item leftSection={<Icon name="edit" />} onClick={() => actions.edit(tile)}>
              Edit tile
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="copy" />} onClick={() => actions.duplicate(tile)}>
              Duplicate tile
            </Menu.Item>
          </May>
          {canWatch(tile, isEditing) && (
            <May do="create:Alert">
              <Menu.Item leftSection={<Icon name="alert" />} onClick={() => actions.watch(tile)}>
                Create alert
              </Menu.Item>
            </May>
          )}
          <Menu.Divider />
          {items}
          <Menu.Item leftSection={<Icon name="download" />} onClick={draw}>
            Download PNG
          </Menu.Item>
          {onStep && <Menu.Item onClick={() => onStep(-1)}>Move up</Menu.Item>}
          {onStep && <Menu.Item onClick={() => onStep(1)}>Move down</Menu.Item>}
          {isEditing && actions.seats.length > 1 && <Menu.Label>Move to</Menu.Label>}
          {isEditing &&
            actions.seats.length > 1 &&
            actions.seats.map((seat) => (
              <Menu.Item key={seat.name} onClick={() => seat.move(tile)}>
                {seat.name}
              </Menu.Item>
            ))}
          <May do="update:Dashboard">
            <Menu.Divider />
            <Menu.Item
              color="var(--cairn-bad)"
              leftSection={<Icon name="trash" />}
              onClick={() => actions.remove(tile)}
            >
              Remove tile
            </Menu.Item>
          </May>
        </Menu.Dropdown>
      </Menu>
      {dialogs}
    </>
  );
}
