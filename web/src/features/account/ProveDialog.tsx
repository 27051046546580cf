import { PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';

import { FormDialog } from '../parts/Dialogs';

interface ProveDialogProps {
  title: string;
  submit: string;
  /** What will change. */
  note?: string;
  onProve: (password: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for one's password again: a browser that was left open must not be enough. */
export function ProveDialog({ title, submit, note, onProve, onClose }: ProveDialogProps) {
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title={title}
      submit={submit}
      content={password}
      onSubmit={() => onProve(password)}
      onClose={onClose}
      isReady={password !== ''}
      failure="Nothing was changed"
    >
      {note !== undefined && <Text size="sm">{note}</Text>}
      <PasswordInput
        label="Current password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        data-autofocus
      />
    </FormDialog>
  );
}
