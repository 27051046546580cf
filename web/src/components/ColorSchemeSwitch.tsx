import { ActionIcon, Tooltip, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

import { Icon, type IconName } from './Icon';

interface Choice {
  label: string;
  icon: IconName;
  next: MantineColorScheme;
}

const choices: Record<MantineColorScheme, Choice> = {
  auto: { label: 'System theme', icon: 'system', next: 'light' },
  light: { label: 'Light theme', icon: 'light', next: 'dark' },
  dark: { label: 'Dark theme', icon: 'dark', next: 'auto' },
};

/** Steps through system, light and dark colours; the browser remembers the choice. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, icon, next } = choices[colorScheme];
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`${label}. Switch to: ${choices[next].label.toLowerCase()}`}
        onClick={() => setColorScheme(next)}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
