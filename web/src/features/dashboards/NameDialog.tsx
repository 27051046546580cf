import { TextInput } from '@mantine/core';
import { useState } from 'react';

import { FormDialog } from '../parts/Dialogs';

interface NameDialogProps {
  title: string;
  submit: string;
  name: string;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for a name. */
export function NameDialog({ title, submit, name: before, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(before);
  return (
    <FormDialog
      title={title}
      submit={submit}
      content={name}
      onSubmit={() => Promise.resolve(onName(name.trim()))}
      onClose={onClose}
      isReady={name.trim() !== ''}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={256}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
