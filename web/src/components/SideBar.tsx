import { ActionIcon, Box, Group, NavLink, Stack, Text, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';

import type { Team, User } from '../api/types';
import { ColorSchemeSwitch } from './ColorSchemeSwitch';
import { Icon } from './Icon';
import { Mark } from './Mark';
import classes from './SideBar.module.css';

interface SideBarProps {
  user: User | null;
  team: Team | null;
  isCollapsed: boolean;
  onCollapse: () => void;
  isLeaving: boolean;
  onSignOut: () => void;
}

/** Where to go, who is signed in, and how to leave. */
export function SideBar({ user, team, isCollapsed, onCollapse, isLeaving, onSignOut }: SideBarProps) {
  return (
    <Stack h="100%" gap={0}>
      <Group className={classes.head} gap="sm" wrap="nowrap">
        <Mark size={28} />
        <Box className={classes.label}>
          <Text fw={600} lh={1.2}>
            Cairn
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {team?.name}
          </Text>
        </Box>
      </Group>
      <Pages />
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
          <FootButton label={isCollapsed ? 'Expand side bar' : 'Collapse side bar'} icon={isCollapsed ? 'expand' : 'collapse'} onClick={onCollapse} className={classes.wideOnly} />
          <FootButton label="Sign out" icon="leave" onClick={onSignOut} isBusy={isLeaving} />
        </Group>
      </Stack>
    </Stack>
  );
}

function Pages() {
  const { pathname } = useLocation();
  return (
    <Box component="nav" aria-label="Pages" flex={1} p="sm">
      <NavLink
        component={Link}
        to="/"
        label={<span className={classes.label}>Overview</span>}
        aria-label="Overview"
        active={pathname === '/'}
        leftSection={<Icon name="overview" />}
        className={classes.link}
      />
    </Box>
  );
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
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} loading={isBusy} onClick={onClick} className={className ?? ''}>
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
