import { ActionIcon, Box, Group, Kbd, NavLink, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';

import type { Seat, Team, User } from '../api/ui.gen';
import { ColorSchemeSwitch } from './ColorSchemeSwitch';
import { Icon, type IconName } from './Icon';
import classes from './SideBar.module.css';
import { TeamSwitch } from './TeamSwitch';

/** A page that the side bar leads to. */
export interface SideBarPlace {
  name: string;
  to:
    | '/'
    | '/search'
    | '/charts'
    | '/traces'
    | '/services'
    | '/metrics'
    | '/dashboards'
    | '/alerts'
    | '/send'
    | '/team'
    | '/account'
    | '/cloud';
  icon: IconName;
  section: 'Stack' | 'Cloud' | 'Settings';
}

interface SideBarProps {
  places: SideBarPlace[];
  user: User | null;
  team: Team | null;
  teams: Seat[];
  onSwitch: (teamId: string) => void;
  onCreateTeam: (() => void) | null;
  isCollapsed: boolean;
  onCollapse: () => void;
  isLeaving: boolean;
  onSignOut: () => void;
  onPalette: () => void;
}

/** Where to go, who is signed in, and how to leave. */
export function SideBar({
  places,
  user,
  team,
  teams,
  onSwitch,
  onCreateTeam,
  isCollapsed,
  onCollapse,
  isLeaving,
  onSignOut,
  onPalette,
}: SideBarProps) {
  return (
    <Stack h="100%" gap={0}>
      <TeamSwitch team={team} teams={teams} onSwitch={onSwitch} onCreate={onCreateTeam} />
      <UnstyledButton className={classes.palette} onClick={onPalette}>
        <Icon name="search" size={14} />
        <span className={classes.goTo}>Go to…</span>
        <Kbd size="xs" className={classes.label} aria-hidden="true">
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Pages places={places} />
      <Stack className={classes.foot} gap="sm">
        <Box className={classes.label}>
          <Text size="sm" truncate>
            {user?.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user?.email}
          </Text>
        </Box>
        <Group gap="xs">
          <ColorSchemeSwitch />
          <FootButton
            label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            icon={isCollapsed ? 'expand' : 'collapse'}
            onClick={onCollapse}
            className={classes.wideOnly}
          />
          <FootButton label="Sign out" icon="leave" onClick={onSignOut} isBusy={isLeaving} />
        </Group>
      </Stack>
    </Stack>
  );
}

function Pages({ places }: { places: SideBarPlace[] }) {
  const { pathname } = useLocation();
  return (
    <Box component="nav" aria-label="Pages" className={classes.pages}>
      {places.map((place, at) => (
        <div
          key={place.to}
          data-first={(at > 0 && place.section !== places[at - 1]?.section) || undefined}
          className={classes.place}
        >
          <NavLink
            renderRoot={(props) => <Link to={place.to} {...props} />}
            label={<span className={classes.label}>{place.name}</span>}
            aria-label={place.name}
            active={isAt(place.to, pathname)}
            aria-current={isAt(place.to, pathname) ? 'page' : undefined}
            leftSection={<Icon name={place.icon} />}
            className={classes.link}
          />
        </div>
      ))}
    </Box>
  );
}

/** Says whether an address belongs to a page: it is the page or something under it. */
function isAt(to: string, pathname: string): boolean {
  return pathname === to || (to !== '/' && pathname.startsWith(`${to}/`));
}

interface FootButtonProps {
  label: string;
  icon: 'collapse' | 'expand' | 'leave';
  onClick: () => void;
  isBusy?: boolean;
  className?: string | undefined;
}

function FootButton({ label, icon, onClick, isBusy = false, className }: FootButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={label}
        loading={isBusy}
        onClick={onClick}
        className={className ?? ''}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
