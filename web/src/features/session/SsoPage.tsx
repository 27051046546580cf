import { Anchor, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { sessionQuery } from '../../api/queries';
import { atBase } from '../../basePath';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Lines } from '../../components/View';
import { destination } from '../../routes/destination';
import { ProviderButtons } from './ProviderButtons';
import { backFrom, finishSSO } from './sso';

/** Where a single sign-on provider sends people back to: signs in and goes on to where they wanted to go. */
export function SsoPage() {
  const failure = useReturn();
  return (
    <EntryPage title="Sign in">
      {failure === null ? (
        <Lines count={2} />
      ) : (
        <Stack gap="lg">
          <ErrorPanel title="Sign-in failed" error={failure} />
          <ProviderButtons from="/" />
          <Anchor component={Link} to="/sign-in" size="sm">
            Back to sign in
          </Anchor>
        </Stack>
      )}
    </EntryPage>
  );
}

/** Signs in with what the address holds, once; returns why that failed. */
function useReturn(): Error | null {
  const { provider } = useParams({ from: '/sso/$provider' });
  const queryClient = useQueryClient();
  const router = useRouter();
  const { mutate, error } = useMutation({
    mutationFn: () => finishSSO(provider, backFrom(location.search)),
    meta: { isEntry: true },
    onSuccess({ session, from }) {
      queryClient.setQueryData(sessionQuery.queryKey, session);
      router.history.replace(atBase(destination(from)));
    },
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);
  return error;
}
