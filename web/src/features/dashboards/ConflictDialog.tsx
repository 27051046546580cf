import { Button, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';

import { differences, type Difference } from './difference';
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
      title="Somebody else has changed this dashboard"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="lg">
        <Text size="sm">
          Nothing was saved. Your changes were made from an older version; choose what is to be kept.
        </Text>
        <SimpleGrid cols={2} spacing="lg">
          <Changes title="Saved by somebody else" changes={differences(conflict.base, conflict.theirs)} />
          <Changes title="Changed by you" changes={differences(conflict.base, conflict.mine)} />
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          <Button variant="default" onClick={onTakeTheirs}>
            Drop mine, show theirs
          </Button>
          <Button color="red.9" loading={isSaving} onClick={onOverwrite}>
            Overwrite with mine
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Changes({ title, changes }: { title: string; changes: Difference[] }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {changes.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing that can be seen
        </Text>
      )}
      {changes.map(({ what, how }) => (
        <Text key={`${what} ${how}`} size="sm">
          {what}{' '}
          <Text span inherit c="dimmed">
            {how}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}
