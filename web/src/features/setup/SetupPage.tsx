import { Anchor, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { setUp } from '../../api/calls';
import { ApiError } from '../../api/error';
import { installationQuery, sessionQuery } from '../../api/queries';
import type { Account } from '../../api/types';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { firstKey } from './firstKey';
import { SetupForm } from './SetupForm';

/** Creates the first account of an installation and goes on to sending data. */
export function SetupPage() {
  const creation = useSetUp();
  return (
    <EntryPage title="Create the first account" lead="It owns this installation. You are signed in right away.">
      <SetupForm isBusy={creation.isPending} onSubmit={creation.mutate}>
        {creation.isError && <ErrorPanel title="The account was not created" error={creation.error} />}
        {isTaken(creation.error) && (
          <Text size="sm">
            Someone else was faster.{' '}
            <Anchor component={Link} to="/sign-in">
              Sign in instead
            </Anchor>
          </Text>
        )}
      </SetupForm>
    </EntryPage>
  );
}

function useSetUp() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const markSetUp = () =>
    queryClient.setQueryData(installationQuery.queryKey, (known) => known && { ...known, isSetUp: true });
  return useMutation({
    mutationFn: (account: Account) => setUp(account),
    async onSuccess(ingestionKey) {
      markSetUp();
      queryClient.removeQueries(sessionQuery);
      queryClient.setQueryData(firstKey, ingestionKey);
      await navigate({ to: '/welcome' });
    },
    onError(error) {
      if (isTaken(error)) markSetUp();
    },
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}
