import { Button, Group, Modal, Stack, Text } from '@mantine/core';

import { CopyButton } from '../../components/CopyButton';
import classes from './parts.module.css';

/** A text that is shown only once, under its name. */
interface Shown {
  label: string;
  value: string;
}

interface SecretDialogProps {
  title: string;
  secrets: Shown[];
  /** What they are for. */
  note?: string;
  /** How to use them, as a command or a setting. */
  hint?: string;
  onClose: () => void;
}

/** Shows secrets the one time that they can be shown. */
export function SecretDialog({ title, secrets, note, hint, onClose }: SecretDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="md">
        <Text size="sm">Copy it now. You won’t be able to see it again.</Text>
        {note !== undefined && <Text size="sm">{note}</Text>}
        {secrets.map((secret) => (
          <Secret key={secret.label} secret={secret} />
        ))}
        {hint !== undefined && (
          <Stack gap="xs">
            <Text size="xs" c="dimmed">
              Try it
            </Text>
            <code className={classes.secret}>{hint}</code>
          </Stack>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Secret({ secret }: { secret: Shown }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          {secret.label}
        </Text>
        <CopyButton value={secret.value} what={secret.label} />
      </Group>
      <code className={classes.secret} data-secret={secret.label}>
        {secret.value}
      </code>
    </Stack>
  );
}
