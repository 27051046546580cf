import { Anchor, Code, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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
  const needsLink = useQuery(installationQuery).data?.needsLink ?? false;
  return needsLink ? <LinkNeeded /> : <Creation />;
}

/** Where anybody could be first, only the link that the server printed counts. */
function LinkNeeded() {
  return (
    <EntryPage title="Not set up yet" lead="The first account is created with a link.">
      <Stack gap="sm">
        <Text size="sm">
          Open the link that the server printed when it started. It is in the output of <Code>cairn serve</Code>, of{' '}
          <Code>docker logs</Code> or <Code>kubectl logs</Code>, or of <Code>journalctl -u cairn</Code>.
        </Text>
        <Text size="sm">
          Without a browser, run <Code>cairn bootstrap</Code> on the server.
        </Text>
      </Stack>
    </EntryPage>
  );
}

function Creation() {
  const creation = useSetUp();
  return (
    <EntryPage title="Create the first account" lead="It owns this installation. You are signed in right away.">
      <SetupForm
        label="Create the first account"
        action="Create account"
        isBusy={creation.isPending}
        onSubmit={creation.mutate}
      >
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
