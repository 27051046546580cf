import { Anchor, Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { ApiError } from '../../api/error';
import { atBase } from '../../basePath';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Lines } from '../../components/View';
import { isAcceptable } from '../setup/password';
import { PasswordRules } from '../setup/PasswordRules';
import { deadLinkWords, passwordLinkQuery, setPassword as sendPassword } from './passwordLink';

const rulesId = 'password-rules';

/** Where a one-time link leads: sets a new password. */
export function SetPasswordPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const token = typeof search.token === 'string' ? search.token : '';
  return (
    <EntryPage title="Set a new password">
      {token === '' ? <Dead state="gone" /> : <OpenLink token={token} />}
    </EntryPage>
  );
}

/** Says at once when a link can't be used any more: nobody thinks of a password in vain. */
function OpenLink({ token }: { token: string }) {
  const { data, isPending, refetch } = useQuery(passwordLinkQuery(token));
  const [isSet, setSet] = useState(false);
  if (isSet) return <Done />;
  if (isPending) return <Lines count={4} />;
  // When it is not known, sending the form finds out.
  const state = data ?? 'open';
  if (state !== 'open') return <Dead state={state} />;
  return <PasswordForm token={token} onSet={() => setSet(true)} onDead={() => void refetch()} />;
}

interface PasswordFormProps {
  token: string;
  onSet: () => void;
  /** The link ended while the page was open. */
  onDead: () => void;
}

function PasswordForm({ token, onSet, onDead }: PasswordFormProps) {
  const [password, setPassword] = useState('');
  const setting = useMutation({
    mutationFn: () => sendPassword(token, password),
    onSuccess(isSignedIn) {
      if (isSignedIn) location.assign(atBase('/'));
      else onSet();
    },
    onError(error) {
      if (error instanceof ApiError && error.status === 404) onDead();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setting.mutate();
  };
  return (
    <form onSubmit={submit} aria-label="Set a new password">
      <Stack gap="lg">
        <Text size="sm">This signs you out everywhere. Personal access keys keep working.</Text>
        <PasswordInput
          label="New password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          aria-describedby={rulesId}
          required
          withAsterisk={false}
        />
        <PasswordRules id={rulesId} password={password} email="" />
        {setting.isError && <ErrorPanel title="The password was not set" error={setting.error} />}
        <Button type="submit" loading={setting.isPending} disabled={!isAcceptable(password, '')}>
          Set password
        </Button>
      </Stack>
    </form>
  );
}

function Done() {
  return (
    <Stack gap="sm" role="status">
      <Text fw={600}>The password was set</Text>
      <SignInLink />
    </Stack>
  );
}

function Dead({ state }: { state: Parameters<typeof deadLinkWords>[0] }) {
  const { title, text } = deadLinkWords(state);
  return (
    <Stack gap="sm" role="alert">
      <Text fw={600}>{title}</Text>
      <Text size="sm">{text}</Text>
      <SignInLink />
    </Stack>
  );
}

function SignInLink() {
  return (
    <Anchor component={Link} to="/sign-in" size="sm">
      Sign in
    </Anchor>
  );
}
