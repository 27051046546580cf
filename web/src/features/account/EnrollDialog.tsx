import { Center, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { FormDialog } from '../parts/Dialogs';
import classes from '../parts/parts.module.css';
import { confirmSecondFactor, type Enrollment } from './calls';
import { QrCode } from './QrCode';

interface EnrollDialogProps {
  enrollment: Enrollment;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Shows the secret to the authenticator app and asks for its first code. */
export function EnrollDialog({ enrollment, onDone, onClose }: EnrollDialogProps) {
  const [code, setCode] = useState('');
  return (
    <FormDialog
      title="Turn on two-factor authentication"
      submit="Turn on"
      content={code}
      onSubmit={async () => onDone(await confirmSecondFactor(code))}
      onClose={onClose}
      failure="It is not on yet"
      isReady={/^\d{6}$/.test(code.replaceAll(' ', ''))}
    >
      <Text size="sm">Scan this with your authenticator app, then type the code that it shows.</Text>
      <Center>
        <QrCode rows={enrollment.qrCode} label="QR code for the authenticator app" />
      </Center>
      <div>
        <Text size="xs" c="dimmed">
          Can’t scan it? Type this key into the app
        </Text>
        <code className={classes.secret} data-secret="Authenticator key">
          {enrollment.secret}
        </code>
      </div>
      <TextInput
        label="Code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        data-autofocus
      />
    </FormDialog>
  );
}
