import { Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';

import type { Seat, Team } from '../api/ui.gen';
import { Icon } from './Icon';
import { Mark } from './Mark';
import classes from './SideBar.module.css';

interface TeamSwitchProps {
  team: Team | null;
  teams: Seat[];
  onSwitch: (teamId: string) => void;
  /** Makes another team; null: not for this person. */
  onCreate: (() => void) | null;
}

/** The product and the team whose data is shown; with several teams, the way to another one. */
export function TeamSwitch({ team, teams, onSwitch, onCreate }: TeamSwitchProps) {
  const name = (
    <span className={classes.label}>
      <Text component="span" display="block" fw={600} lh={1.2}>
        Cairn
      </Text>
      <Text component="span" display="block" size="xs" c="dimmed" truncate>
        {team?.name}
      </Text>
    </span>
  );
  if (teams.length < 2 && onCreate === null)
    return (
      <div className={classes.head}>
        <Mark size={28} />
        {name}
      </div>
    );
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes.head}>
          <Mark size={28} />
          {name}
          <VisuallyHidden>Switch team</VisuallyHidden>
          <span className={classes.turn}>
            <Icon name="down" size={14} />
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.teams}>
        <Menu.Label>Teams</Menu.Label>
        {teams.map(({ id, name: one }) => (
          <Menu.Item
            key={id}
            aria-current={id === team?.id || undefined}
            leftSection={<span className={classes.tick}>{id === team?.id && <Icon name="met" size={14} />}</span>}
            onClick={() => onSwitch(id)}
          >
            {one}
          </Menu.Item>
        ))}
        {onCreate !== null && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<span className={classes.tick} />} onClick={onCreate}>
              New team…
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
