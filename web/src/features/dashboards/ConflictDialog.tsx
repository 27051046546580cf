import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';

import { Changes } from '../parts/Changes';
import { differences } from './difference';
import type { Conflict } from './useBoard';

interface ConflictDialogProps {
  conflict: Conflict;
  isSaving: boolean;
  onOverwrite: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Says that somebody else has saved meanwhile, shows both changes, and lets choose. */
export function ConflictDialog({ conflict, isSaving, onOverwrite, onTakeTheirs, onClose }: ConflictDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="Someone else has changed this dashboard"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <Text size="sm">Nothing was saved. Your changes are based on an older version; choose what to keep.</Text>
        <SimpleGrid cols={2} spacing="lg">
          <Changes title="Saved by someone else" changes={differences(conflict.base, conflict.theirs)} />
          <Changes title="Changed by you" changes={differences(conflict.base, conflict.mine)} />
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Discard my changes
          </Button>
          <Button color="red.9" loading={isSaving} onClick={onOverwrite}>
            Overwrite
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
