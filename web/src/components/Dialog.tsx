import { Button, Group, Modal, Stack, type MantineSize } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

import { ErrorPanel } from './ErrorPanel';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** The verb of the button, such as `Create alert`. */
  action: string;
  onSubmit: () => void;
  isBusy?: boolean;
  /** Nothing can be sent yet. */
  isIncomplete?: boolean;
  isDangerous?: boolean;
  error?: unknown;
  size?: MantineSize | number;
  children: ReactNode;
}

/** A form in a window of its own: Enter sends it, Escape leaves it. */
export function Dialog(props: DialogProps) {
  const {
    title,
    isOpen,
    onClose,
    action,
    onSubmit,
    isBusy = false,
    isIncomplete = false,
    isDangerous = false,
    error,
    size = 'md',
    children,
  } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form inside of a portal still belongs to the form around it, for React.
    event.stopPropagation();
    if (!isBusy && !isIncomplete) onSubmit();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {children}
          {error !== undefined && error !== null && <ErrorPanel title="Something went wrong" error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={isIncomplete} {...(isDangerous && { color: 'red' })}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
