import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { isAcceptable } from '../setup/password';
import { PasswordRules } from '../setup/PasswordRules';
import { useJoin, type Accept } from './useJoin';

const hintId = 'password-hint';
const rulesId = 'password-rules';

interface JoinProps {
  /** What is joined, as in "the team". */
  what: string;
  lead: string;
  /** Which password is asked for, where it may be one that exists. */
  passwordHint?: string;
  accept: Accept;
  /** Where people arrive who have joined. */
  arrival: string;
}

/** The page that the address of an invitation leads to. */
export function Join(props: JoinProps) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const token = typeof search.token === 'string' ? search.token : '';
  return (
    <EntryPage title={`Join ${props.what}`} lead={props.lead}>
      {token === '' ? <NoToken /> : <JoinForm {...props} token={token} />}
    </EntryPage>
  );
}

function NoToken() {
  return (
    <Stack gap="sm">
      <Text size="sm">This address is not complete. Open the link of the invitation as you got it.</Text>
      <SignInLink />
    </Stack>
  );
}

function SignInLink() {
  return (
    <Anchor component={Link} to="/sign-in" size="sm">
      Sign in instead
    </Anchor>
  );
}

function JoinForm({ what, passwordHint, accept, arrival, token }: JoinProps & { token: string }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const joining = useJoin(accept, arrival);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    joining.mutate({ token, password, ...(name.trim() !== '' && { name: name.trim() }) });
  };
  if (joining.data?.session === null) return <Joined error={joining.data.error} />;
  return (
    <form onSubmit={submit} aria-label={`Join ${what}`}>
      <Stack gap="lg">
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          maxLength={128}
        />
        <PasswordInput
          label="Password"
          description={passwordHint}
          descriptionProps={{ id: hintId }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          aria-describedby={passwordHint === undefined ? rulesId : `${hintId} ${rulesId}`}
          required
          withAsterisk={false}
        />
        <PasswordRules id={rulesId} password={password} email="" />
        {joining.isError && <ErrorPanel title="Joining failed" error={joining.error} />}
        <Button type="submit" loading={joining.isPending} disabled={!isAcceptable(password, '')}>
          Join {what}
        </Button>
      </Stack>
    </form>
  );
}

/** The invitation is used up although nobody is signed in, so the form must not be sent again. */
function Joined({ error }: { error: unknown }) {
  return (
    <Stack gap="sm">
      <ErrorPanel title="You joined, but signing in failed" error={error} />
      <SignInLink />
    </Stack>
  );
}
