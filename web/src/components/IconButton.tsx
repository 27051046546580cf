import { ActionIcon, Tooltip } from '@mantine/core';

import { Icon, type IconName } from './Icon';

interface IconButtonProps {
  icon: IconName;
  name: string;
  /** The keys that do the same. */
  keys?: string;
  /** Undefined while there is nothing to do. */
  onClick: (() => void) | undefined;
}

/** A quiet button of an icon alone, whose name is shown under the pointer. */
export function IconButton({ icon, name, keys, onClick }: IconButtonProps) {
  return (
    <Tooltip label={keys === undefined ? name : `${name} (${keys})`}>
      <ActionIcon variant="subtle" color="gray" aria-label={name} disabled={onClick === undefined} onClick={onClick}>
        <Icon name={icon} size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
