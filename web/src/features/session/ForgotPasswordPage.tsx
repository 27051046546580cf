import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { EmailField } from '../../components/EmailField';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { mailPasswordLink } from './passwordLink';

/** Sends a one-time link to those who have forgotten their password. It does not say whether there is an account. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const asking = useMutation({ mutationFn: mailPasswordLink });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.mutate(email.trim());
  };
  return (
    <EntryPage title="Forgot your password?" lead="You get an e-mail with a link to set a new one.">
      <form onSubmit={submit} aria-label="Forgot your password?">
        <Stack gap="lg">
          {asking.isSuccess ? (
            <Text size="sm" role="status">
              If there is an account with this address, a link is on its way. It works once, within one hour.
            </Text>
          ) : (
            <>
              <EmailField value={email} onChange={setEmail} isOwn />
              {asking.isError && <ErrorPanel title="No link was sent" error={asking.error} />}
              <Button type="submit" loading={asking.isPending}>
                Send link
              </Button>
            </>
          )}
          <Anchor component={Link} to="/sign-in" size="sm">
            Back to sign in
          </Anchor>
        </Stack>
      </form>
    </EntryPage>
  );
}
