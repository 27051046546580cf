import { Anchor, Code, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

import { enter } from '../../api/calls';
import { ApiError } from '../../api/error';
import { installationQuery, sessionQuery } from '../../api/queries';
import { EntryPage } from '../../components/EntryPage';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Lines } from '../../components/View';
import { firstKey } from '../setup/firstKey';

/** Where a link that the server printed leads: signs in, once. */
export function EnterPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const token = typeof search.token === 'string' ? search.token : '';
  return <EntryPage title="Sign in">{token === '' ? <Dead /> : <Entering token={token} />}</EntryPage>;
}

function Entering({ token }: { token: string }) {
  const { data: ingestionKey, error, refetch } = useEntry(token);
  useGoOn(ingestionKey);
  if (error === null) return <Lines count={2} />;
  if (isDead(error)) return <Dead />;
  return <ErrorPanel title="Sign-in failed" error={error} onRetry={() => void refetch()} />;
}

/** Uses the link, once however often the page is drawn. */
function useEntry(token: string) {
  return useQuery({
    queryKey: ['sign-in link', token],
    queryFn: () => enter(token),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // A link that does not work is no session that has ended.
    meta: { isEntry: true },
  });
}

/** Leaves for the first page, so that going back does not lead to the used link. */
function useGoOn(ingestionKey: string | undefined) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useEffect(() => {
    if (ingestionKey === undefined) return;
    queryClient.setQueryData(installationQuery.queryKey, (known) => known && { ...known, isSetUp: true });
    queryClient.removeQueries(sessionQuery);
    if (ingestionKey !== '') queryClient.setQueryData(firstKey, ingestionKey);
    void navigate({ to: ingestionKey === '' ? '/' : '/welcome', replace: true });
  }, [ingestionKey, queryClient, navigate]);
}

function isDead(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Dead() {
  return (
    <Stack gap="sm" role="alert">
      <Text fw={600}>This link doesn’t work any more</Text>
      <Text size="sm">
        It works once, within 24 hours. Until somebody has chosen a password, the server prints a new one each time it
        starts. After that, sign in with your password; if it is lost, there is a link from{' '}
        <Code>cairn user reset-password --link</Code> on the server.
      </Text>
      <Anchor component={Link} to="/sign-in" size="sm">
        Sign in
      </Anchor>
    </Stack>
  );
}
