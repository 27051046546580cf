import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';

import { isSignedOut } from '../../api/error';
import { ErrorPanel } from '../../components/ErrorPanel';
import { FormModal } from '../../components/FormModal';

interface FormDialogProps {
  title: string;
  submit: string;
  /** What is filled in; see FormModal. */
  content: unknown;
  /** Sends what was filled in; what it throws is shown and keeps the dialog open. */
  onSubmit: () => Promise<unknown>;
  /** Runs when the content was taken, and without onCancel also when the form is left. */
  onClose: () => void;
  onCancel?: () => void;
  isReady?: boolean;
  /** What happened when it was not taken. */
  failure?: string;
  size?: string;
  children: ReactNode;
}

/** A form above the page. It closes when its content was taken. */
export function FormDialog({
  title,
  submit,
  content,
  onSubmit,
  onClose,
  onCancel = onClose,
  isReady = true,
  failure = 'Saving failed',
  size = 'md',
  children,
}: FormDialogProps) {
  const sending = useMutation({ mutationFn: onSubmit, onSuccess: onClose });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) sending.mutate();
  };
  return (
    <FormModal content={content} onClose={onCancel} title={title} size={size}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          {children}
          {sending.isError && !isSignedOut(sending.error) && <ErrorPanel title={failure} error={sending.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={sending.isPending} disabled={!isReady}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

interface ConfirmDialogProps {
  title: string;
  /** What will be gone or change. */
  children: ReactNode;
  confirm: string;
  onConfirm: () => Promise<unknown>;
  /** Runs when it was done, and without onCancel also when it was not. */
  onClose: () => void;
  onCancel?: () => void;
}

/** Asks before something is taken away for good. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  onConfirm,
  onClose,
  onCancel = onClose,
}: ConfirmDialogProps) {
  const acting = useMutation({ mutationFn: onConfirm, onSuccess: onClose });
  return (
    <Modal opened onClose={onCancel} title={title} size="md" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {children}
        </Text>
        {acting.isError && <ErrorPanel title="The action failed" error={acting.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel} data-autofocus>
            Cancel
          </Button>
          <Button color="red.9" loading={acting.isPending} onClick={() => acting.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
