import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { changePassword } from '../../api/calls';
import { ErrorPanel } from '../../components/ErrorPanel';
import { useUnsaved } from '../../components/unsaved';
import { Section } from '../parts/Frame';
import { isAcceptable } from '../setup/password';
import { PasswordRules } from '../setup/PasswordRules';
import { sessionsQuery } from './calls';

const rulesId = 'new-password-rules';

/** One's own password. */
export function PasswordSection({ email }: { email: string }) {
  return (
    <Section title="Password" lead="Changing it ends your other sessions. Personal access keys keep working.">
      <PasswordForm email={email} />
    </Section>
  );
}

function PasswordForm({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  useUnsaved(current !== '' || next !== '');
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => changePassword(current, next),
    onSuccess() {
      setCurrent('');
      setNext('');
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    changing.mutate();
  };
  return (
    <form onSubmit={submit} aria-label="Change password">
      <Stack gap="md" maw={360}>
        <PasswordInput
          label="Current password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          autoComplete="current-password"
        />
        <PasswordInput
          label="New password"
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
          autoComplete="new-password"
          aria-describedby={rulesId}
        />
        <PasswordRules id={rulesId} password={next} email={email} />
        {changing.isError && <ErrorPanel title="The password was not changed" error={changing.error} />}
        {changing.isSuccess && (
          <Text size="sm" role="status">
            The password was changed.
          </Text>
        )}
        <Button type="submit" loading={changing.isPending} disabled={current === '' || !isAcceptable(next, email)}>
          Change password
        </Button>
      </Stack>
    </form>
  );
}
