import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { signIn } from '../../api/calls';
import { sessionQuery } from '../../api/queries';
import { create } from '../../api/records';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { isAcceptable } from '../setup/password';
import { PasswordRules } from '../setup/PasswordRules';

const rulesId = 'password-rules';

/** Where an invitation leads: makes the account of whoever was invited and signs in. */
export function JoinPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const token = typeof search.token === 'string' ? search.token : '';
  return (
    <EntryPage title="Join the team" lead="You were invited. Choose how you are called and a password.">
      {token === '' ? <NoToken /> : <JoinForm token={token} />}
    </EntryPage>
  );
}

function NoToken() {
  return (
    <Stack gap="sm">
      <Text size="sm">This address is not complete. Open the link of the invitation as you got it.</Text>
      <Anchor component={Link} to="/sign-in" size="sm">
        Sign in instead
      </Anchor>
    </Stack>
  );
}

function JoinForm({ token }: { token: string }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const joining = useJoin();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    joining.mutate({ token, password, ...(name.trim() !== '' && { name: name.trim() }) });
  };
  return (
    <form onSubmit={submit} aria-label="Join the team">
      <Stack gap="lg">
        <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} autoComplete="name" maxLength={128} />
        <PasswordInput label="Password" value={password} onChange={(event) => setPassword(event.currentTarget.value)} autoComplete="new-password" aria-describedby={rulesId} required withAsterisk={false} />
        <PasswordRules id={rulesId} password={password} email="" />
        {joining.isError && <ErrorPanel title="You have not joined" error={joining.error} />}
        <Button type="submit" loading={joining.isPending} disabled={!isAcceptable(password, '')}>
          Join the team
        </Button>
      </Stack>
    </form>
  );
}

interface Joining {
  token: string;
  name?: string;
  password: string;
}

function useJoin() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async (joining: Joining) => {
      const { email } = await create<{ email: string }>('/api/v2/team/join', joining);
      return signIn({ email, password: joining.password });
    },
    onSuccess(session) {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      router.history.push('/');
    },
  });
}
