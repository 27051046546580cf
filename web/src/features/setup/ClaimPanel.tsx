import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { claimAccount } from '../../api/calls';
import { installationQuery, sessionQuery } from '../../api/queries';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Panel } from '../../components/Panel';
import { signInMethodsQuery } from '../account/calls';
import { SetupForm } from './SetupForm';

/** Asks people whom a link has signed in for a name, an address and a password, without which they can’t come back. */
export function ClaimPanel() {
  const methods = useQuery(signInMethodsQuery).data;
  const ssoOnly = useQuery(installationQuery).data?.ssoOnly ?? true;
  const claim = useClaim();
  if (claim.isSuccess)
    return (
      <Panel title="Your account">
        <Text size="sm" role="status">
          The account is yours. Sign in with its e-mail address and password next time.
        </Text>
      </Panel>
    );
  if (ssoOnly || methods === undefined || methods.hasPassword || methods.identities.length > 0) return null;
  return (
    <Panel title="Your account">
      <Text size="sm" mb="md">
        You are signed in with a link, which works once. Choose a password to be able to sign in again.
      </Text>
      <SetupForm
        label="Your account"
        action="Save account"
        isBusy={claim.isPending}
        onSubmit={(account) => claim.mutate(account)}
      >
        {claim.isError && <ErrorPanel title="The account was not saved" error={claim.error} />}
      </SetupForm>
    </Panel>
  );
}

function useClaim() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: claimAccount,
    async onSuccess() {
      await Promise.all([
        queryClient.invalidateQueries(signInMethodsQuery),
        queryClient.invalidateQueries(sessionQuery),
      ]);
    },
  });
}
