import { Button, Group, Modal, Stack, Text, type MantineSize } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState, type ReactNode } from 'react';

import { escapeBelongsTo } from './escape';
import { useIsChanged, useUnsaved } from './unsaved';

interface FormModalProps {
  title: string;
  /** What is filled in: once it is another than at first, leaving the form asks. */
  content: unknown;
  onClose: () => void;
  size?: MantineSize | number | (string & {});
  yOffset?: string;
  children: ReactNode;
}

/** A window with a form. Escape, its cross, a click beside it and Back leave it, after a question when it was changed. */
export function FormModal({ content, onClose, children, ...modal }: FormModalProps) {
  const [isAsking, setAsking] = useState(false);
  const isChanged = useIsChanged(content);
  useUnsaved(isChanged);
  const window = useRef<HTMLDivElement>(null);
  const back = useBackGuard(isChanged);
  const leave = () => (isChanged ? setAsking(true) : onClose());
  // Mantine's own listener would take an Escape that is meant for a dialog above this one.
  useWindowEvent('keydown', (event) => escapeBelongsTo(event, window.current) && leave(), { capture: true });
  return (
    <>
      <Modal
        opened
        ref={window}
        onClose={leave}
        closeOnEscape={false}
        closeButtonProps={{ 'aria-label': 'Close' }}
        {...modal}
      >
        {children}
      </Modal>
      {isAsking && <DiscardDialog onKeep={() => setAsking(false)} onDiscard={onClose} />}
      {back.status === 'blocked' && <DiscardDialog onKeep={back.reset} onDiscard={back.proceed} />}
    </>
  );
}

/** Holds the browser's Back and Forward up. Ways that the form itself leads to, once it is sent, are free. */
function useBackGuard(isChanged: boolean) {
  return useBlocker({
    shouldBlockFn: ({ action }) => isChanged && action !== 'PUSH' && action !== 'REPLACE',
    enableBeforeUnload: false,
    withResolver: true,
  });
}

function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Modal opened onClose={onKeep} title="Discard changes?" size="sm" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="md">
        <Text size="sm">What you changed in this form is not saved.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onKeep} data-autofocus>
            Keep editing
          </Button>
          <Button color="red.9" onClick={onDiscard}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
