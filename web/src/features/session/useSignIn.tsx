import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent, type ReactNode } from 'react';

import { signIn } from '../../api/calls';
import { installationQuery } from '../../api/queries';
import type { Credentials, Session } from '../../api/types';
import { EmailField } from '../../components/EmailField';
import { ErrorPanel } from '../../components/ErrorPanel';
import { CodeForm } from './CodeForm';
import { needsCode } from './needsCode';

interface SignInSteps {
  /** The password was right, and a code is asked for. */
  isAtCode: boolean;
  form: ReactNode;
}

/** Signs a person in, with a code as a second step where the account wants one. */
export function useSignIn(onSignedIn: (session: Session) => void | Promise<void>, email = ''): SignInSteps {
  // A wrong password is no session that has ended.
  const entry = useMutation({ mutationFn: signIn, onSuccess: onSignedIn, meta: { isEntry: true } });
  const [proven, setProven] = useState<Credentials | null>(null);
  const send = (credentials: Credentials) =>
    entry.mutate(credentials, {
      onError(error) {
        if (needsCode(error)) setProven(credentials);
      },
    });
  const failure = entry.isError && !needsCode(entry.error) && <ErrorPanel title="Sign-in failed" error={entry.error} />;
  const back = () => {
    entry.reset();
    setProven(null);
  };
  const form =
    proven === null ? (
      <PasswordForm email={email} isPending={entry.isPending} failure={failure} onSubmit={send} />
    ) : (
      <CodeForm
        isPending={entry.isPending}
        failure={failure}
        onCode={(code) => send({ ...proven, code })}
        onBack={back}
      />
    );
  return { isAtCode: proven !== null, form };
}

interface PasswordFormProps {
  /** The address that is filled in at first. */
  email: string;
  isPending: boolean;
  failure: ReactNode;
  onSubmit: (credentials: Credentials) => void;
}

function PasswordForm({ email: known, isPending, failure, onSubmit }: PasswordFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const sendsLinks = useQuery(installationQuery).data?.sendsLinks ?? false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ email: email.trim(), password });
  };
  return (
    <form onSubmit={submit} aria-label="Sign in">
      <Stack gap="lg">
        <EmailField value={email} onChange={setEmail} isOwn />
        <PasswordInput
          label="Password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...(known !== '' && { 'data-autofocus': true })}
        />
        {failure}
        <Button type="submit" loading={isPending}>
          Sign in
        </Button>
        {sendsLinks && known === '' && (
          <Anchor component={Link} to="/forgot-password" size="sm">
            Forgot password?
          </Anchor>
        )}
      </Stack>
    </form>
  );
}
