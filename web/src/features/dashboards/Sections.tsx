import { ActionIcon, Menu, Tabs, UnstyledButton } from '@mantine/core';
import { useState } from 'react';

import type { Container } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { tilesIn } from './board';
import { Grid } from './Grid';
import type { Spot } from './layout';
import type { Scope } from './scope';
import classes from './Sections.module.css';
import type { TileActions } from './TileFrame';
import type { Board, Seat } from './types';

/** What can be done with a section. */
export interface SectionActions {
  rename: (container: Container) => void;
  addTab: (container: Container) => void;
  remove: (container: Container) => void;
  addTile: (seat: Seat) => void;
}

interface SectionsProps {
  board: Pick<Board, 'tiles' | 'containers'>;
  scope: Scope;
  isEditing: boolean;
  actions: TileActions;
  sectionActions: SectionActions;
  onMove: (spots: Spot[]) => void;
}

/** The board's own tiles, then its sections one below the other. */
export function Sections(props: SectionsProps) {
  const { board, ...rest } = props;
  const { scope, isEditing, actions, onMove } = rest;
  return (
    <div className={classes.sections}>
      <Grid tiles={tilesIn(board, {})} scope={scope} isEditing={isEditing} actions={actions} onMove={onMove} />
      {(board.containers ?? []).map((container) => (
        <SectionOfTiles key={container.id} container={container} {...props} />
      ))}
    </div>
  );
}

function SectionOfTiles({ container, ...props }: SectionsProps & { container: Container }) {
  const { board, scope, isEditing, actions, sectionActions, onMove } = props;
  const [isOpen, setOpen] = useState(!container.collapsed);
  const tabs = container.tabs ?? [];
  const [tab, setTab] = useState(tabs[0]?.id ?? '');
  const shown = tabs.find((one) => one.id === tab) ?? tabs[0];
  const seat: Seat = { containerId: container.id, ...(shown !== undefined && { tabId: shown.id }) };
  const canCollapse = container.collapsible !== false;
  return (
    <section
      className={classes.section}
      data-plain={container.bordered === false || undefined}
      aria-label={container.title}
    >
      <header className={classes.head}>
        <UnstyledButton
          className={classes.title}
          disabled={!canCollapse}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {canCollapse && <Icon name={isOpen ? 'down' : 'right'} size={14} />}
          {container.title}
        </UnstyledButton>
        {isEditing && <SectionMenu container={container} seat={seat} actions={sectionActions} />}
      </header>
      {isOpen && tabs.length > 0 && (
        <Tabs value={shown?.id ?? null} onChange={(value) => setTab(value ?? '')} mb="sm">
          <Tabs.List>
            {tabs.map((one) => (
              <Tabs.Tab key={one.id} value={one.id} fz="sm">
                {one.title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      )}
      {isOpen && (
        <Grid tiles={tilesIn(board, seat)} scope={scope} isEditing={isEditing} actions={actions} onMove={onMove} />
      )}
    </section>
  );
}

function SectionMenu({ container, seat, actions }: { container: Container; seat: Seat; actions: SectionActions }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Section ${container.title}: actions`}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="plus" />} onClick={() => actions.addTile(seat)}>
          Add tile here
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="columns" />} onClick={() => actions.addTab(container)}>
          Add tab
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => actions.rename(container)}>
          Rename section
        </Menu.Item>
        <Menu.Item
          color="var(--cairn-bad)"
          leftSection={<Icon name="trash" />}
          onClick={() => actions.remove(container)}
        >
          Remove section, keep its tiles
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
