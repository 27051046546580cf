import { Group, Kbd, Modal, Text } from '@mantine/core';

import classes from './ShortcutHelp.module.css';

interface ShortcutHelpProps {
  shortcuts: { keys: string; name: string }[];
  isOpen: boolean;
  onClose: () => void;
}

/** All shortcuts on one page. */
export function ShortcutHelp({ shortcuts, isOpen, onClose }: ShortcutHelpProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title="Keyboard shortcuts"
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.grid}>
        {shortcuts.map(({ keys, name }) => (
          <Group key={keys} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">{name}</Text>
            <Group gap={4} wrap="nowrap">
              {keys.split(' ').map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </div>
    </Modal>
  );
}
