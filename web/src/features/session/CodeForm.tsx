import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';

interface CodeFormProps {
  isPending: boolean;
  failure: ReactNode;
  onCode: (code: string) => void;
  onBack: () => void;
}

/** The second step of signing in. */
export function CodeForm({ isPending, failure, onCode, onBack }: CodeFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The field that had the focus is gone.
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCode(code.trim());
  };
  return (
    <form onSubmit={submit} aria-label="Enter your code">
      <Stack gap="lg">
        <TextInput
          label="Code"
          description="Six digits, or one of your recovery codes. An admin helps if you have lost both."
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoComplete="one-time-code"
          ref={field}
          maxLength={32}
          required
          withAsterisk={false}
        />
        {failure}
        <Button type="submit" loading={isPending} disabled={code.trim() === ''}>
          Sign in
        </Button>
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          Use another account
        </Anchor>
      </Stack>
    </form>
  );
}
