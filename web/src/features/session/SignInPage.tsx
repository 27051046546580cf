import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';

import { signIn } from '../../api/calls';
import { installationQuery, sessionQuery } from '../../api/queries';
import type { Credentials } from '../../api/types';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { destination } from '../../routes/destination';
import { CodeForm } from './CodeForm';
import { needsCode } from './needsCode';

/** Signs a person in, with a code as a second step where the account wants one, and goes on to where they wanted to go. */
export function SignInPage() {
  const entry = useSignIn();
  const [proven, setProven] = useState<Credentials | null>(null);
  const send = (credentials: Credentials) =>
    entry.mutate(credentials, {
      onError(error) {
        if (needsCode(error)) setProven(credentials);
      },
    });
  const failure = entry.isError && !needsCode(entry.error) && <ErrorPanel title="Sign-in failed" error={entry.error} />;
  if (proven !== null)
    return (
      <EntryPage title="Enter your code" lead="Open your authenticator app.">
        <CodeForm
          isPending={entry.isPending}
          failure={failure}
          onCode={(code) => send({ ...proven, code })}
          onBack={() => {
            entry.reset();
            setProven(null);
          }}
        />
      </EntryPage>
    );
  return (
    <EntryPage title="Sign in" lead="Use the account of this installation.">
      <PasswordForm isPending={entry.isPending} failure={failure} onSubmit={send} />
    </EntryPage>
  );
}

interface PasswordFormProps {
  isPending: boolean;
  failure: ReactNode;
  onSubmit: (credentials: Credentials) => void;
}

function PasswordForm({ isPending, failure, onSubmit }: PasswordFormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const sendsLinks = useQuery(installationQuery).data?.sendsLinks ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ email: email.trim(), password });
  };
  return (
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
        {failure}
        <Button type="submit" loading={isPending}>
          Sign in
        </Button>
        {sendsLinks && (
          <Anchor component={Link} to="/forgot-password" size="sm">
            Forgot password?
          </Anchor>
        )}
      </Stack>
    </form>
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
