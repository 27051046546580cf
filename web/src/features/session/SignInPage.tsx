import { Divider, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';

import { installationQuery, sessionQuery } from '../../api/queries';
import { atBase } from '../../basePath';
import { EntryPage } from '../../components/EntryPage';
import { destination } from '../../routes/destination';
import { ProviderButtons } from './ProviderButtons';
import { useSignIn } from './useSignIn';

/** Signs a person in and goes on to where they wanted to go. */
export function SignInPage() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { from } = useSearch({ from: '/sign-in' });
  const { providers = [], ssoOnly = false } = useQuery(installationQuery).data ?? {};
  const { isAtCode, form } = useSignIn((session) => {
    queryClient.setQueryData(sessionQuery.queryKey, session);
    router.history.push(atBase(destination(from)));
  });
  if (isAtCode)
    return (
      <EntryPage title="Enter your code" lead="Open your authenticator app.">
        {form}
      </EntryPage>
    );
  return (
    <EntryPage title="Sign in" lead="Use the account of this installation.">
      <Stack gap="lg">
        {!ssoOnly && form}
        {!ssoOnly && providers.length > 0 && <Divider label="or" />}
        <ProviderButtons from={destination(from)} />
      </Stack>
    </EntryPage>
  );
}
