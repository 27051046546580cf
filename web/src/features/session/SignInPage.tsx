import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { signIn } from '../../api/calls';
import { sessionQuery } from '../../api/queries';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { destination } from '../../routes/destination';

/** Signs a person in and goes on to where they wanted to go. */
export function SignInPage() {
  const entry = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entry.mutate({ email: email.trim(), password });
  };
  return (
    <EntryPage title="Sign in" lead="Use the account of this installation.">
      <form onSubmit={submit} aria-label="Sign in">
        <Stack gap="lg">
          <TextInput
            label="E-mail"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="username"
            required
            withAsterisk={false}
          />
          <PasswordInput
            label="Password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          {entry.isError && <ErrorPanel title="Sign-in failed" error={entry.error} />}
          <Button type="submit" loading={entry.isPending}>
            Sign in
          </Button>
        </Stack>
      </form>
    </EntryPage>
  );
}

function useSignIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { from } = useSearch({ from: '/sign-in' });
  return useMutation({
    mutationFn: signIn,
    onSuccess(session) {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      router.history.push(destination(from));
    },
  });
}
