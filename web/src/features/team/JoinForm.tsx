import { Anchor, Button, Divider, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { ApiError } from '../../api/error';
import { installationQuery, sessionQuery } from '../../api/queries';
import type { Session } from '../../api/types';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Lines } from '../../components/View';
import { ProviderButtons } from '../session/ProviderButtons';
import { isAcceptable } from '../setup/password';
import { PasswordRules } from '../setup/PasswordRules';
import { invitationStateQuery, spentWords, type InvitationState, type Invited } from './invitationState';
import { useJoin, type Accept } from './useJoin';

const hintId = 'password-hint';
const rulesId = 'password-rules';

interface JoinProps {
  to: Invited;
  /** What to do, where the invitation can be used. */
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
    <EntryPage title={`Join the ${props.to}`}>
      {token === '' ? <NoToken /> : <Invitation {...props} token={token} />}
    </EntryPage>
  );
}

/** Somebody who is signed in has mostly used the invitation before; joining would make them somebody else. */
function Invitation(props: JoinProps & { token: string }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  // Who has joined a moment later is on the way to the first page.
  const [signedIn] = useState(session);
  const [isWanted, setWanted] = useState(false);
  if (signedIn === null || isWanted) return <OpenInvitation {...props} />;
  return <SignedIn session={signedIn} arrival={props.arrival} onUse={() => setWanted(true)} />;
}

/** Says at once when an invitation can't be used any more: nobody fills in a form in vain. */
function OpenInvitation(props: JoinProps & { token: string }) {
  const { data, isPending } = useQuery(invitationStateQuery(props.to, props.token));
  if (isPending) return <Lines count={4} />;
  // When it is not known, sending the form finds out.
  const state = data ?? 'open';
  return state === 'open' ? <OpenForm {...props} /> : <Spent to={props.to} state={state} />;
}

/** With a password, or by single sign-on: it finds the invitation by the address. */
function OpenForm(props: JoinProps & { token: string }) {
  const { providers, ssoOnly } = useSuspenseQuery(installationQuery).data;
  if (providers.length === 0) return <JoinForm {...props} />;
  return (
    <Stack gap="lg">
      {!ssoOnly && <JoinForm {...props} />}
      {!ssoOnly && <Divider label="or" />}
      <Text size="sm">Sign in with the e-mail address that was invited to join.</Text>
      <ProviderButtons from={props.arrival} />
    </Stack>
  );
}

function SignedIn({ session: { user }, arrival, onUse }: { session: Session; arrival: string; onUse: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        You are signed in as <b>{user.name}</b> ({user.email}). If you have used this invitation before, there is
        nothing left to do. Using it now signs you in as the person it was made for.
      </Text>
      <Group gap="sm">
        <Button renderRoot={(props) => <Link to={arrival} {...props} />}>Open Cairn</Button>
        <Button variant="default" onClick={onUse}>
          Use the invitation
        </Button>
      </Group>
    </Stack>
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

function JoinForm({ to, lead, passwordHint, accept, arrival, token }: JoinProps & { token: string }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const joining = useJoin(accept, arrival);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    joining.mutate({ token, password, ...(name.trim() !== '' && { name: name.trim() }) });
  };
  if (joining.data?.session === null) return <Joined error={joining.data.error} />;
  if (joining.error instanceof ApiError && joining.error.status === 404) return <Spent to={to} state="gone" />;
  return (
    <form onSubmit={submit} aria-label={`Join the ${to}`}>
      <Stack gap="lg">
        <Text size="sm">{lead}</Text>
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
          Join the {to}
        </Button>
        <SignInLink />
      </Stack>
    </form>
  );
}

/** There is no such invitation any more; filling in the form would not help. */
function Spent({ to, state }: { to: Invited; state: Exclude<InvitationState, 'open'> }) {
  const { title, text } = spentWords(state, to);
  return (
    <Stack gap="sm" role="alert">
      <Text fw={600}>{title}</Text>
      <Text size="sm">{text}</Text>
      <SignInLink />
    </Stack>
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
