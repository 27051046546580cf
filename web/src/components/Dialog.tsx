import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';

import { isSignedOut } from '../api/error';
import { ErrorPanel } from './ErrorPanel';
import { FormModal } from './FormModal';

interface DialogProps {
  title: string;
  /** What is filled in; see FormModal. */
  content: unknown;
  onClose: () => void;
  /** The verb of the button, such as `Create alert`. */
  action: string;
  onSubmit: () => void;
  isBusy?: boolean;
  /** Nothing can be sent yet. */
  isIncomplete?: boolean;
  isDangerous?: boolean;
  error?: unknown;
  children: ReactNode;
}

/** A form in a window of its own: Enter sends it, Escape leaves it. */
export function Dialog(props: DialogProps) {
  const {
    title,
    content,
    onClose,
    action,
    onSubmit,
    isBusy = false,
    isIncomplete = false,
    isDangerous = false,
    error,
    children,
  } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form inside of a portal still belongs to the form around it, for React.
    event.stopPropagation();
    if (!isBusy && !isIncomplete) onSubmit();
  };
  const hasFailed = error !== undefined && error !== null && !isSignedOut(error);
  return (
    <FormModal content={content} onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          {children}
          {hasFailed && <ErrorPanel title="Something went wrong" error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={isIncomplete} {...(isDangerous && { color: 'red.9' })}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
