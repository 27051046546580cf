import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { readSession } from '../../api/calls';
import type { Session } from '../../api/types';
import { atBase } from '../../basePath';
import { ErrorPanel } from '../../components/ErrorPanel';

/** Goes on with a session that was opened in another tab, where the page of a provider can be visited. */
export function SignInElsewhere({ onSignedIn }: { onSignedIn: (session: Session) => Promise<void> }) {
  const looking = useMutation({
    mutationFn: async () => {
      const session = await readSession();
      if (session !== null) await onSignedIn(session);
      return session;
    },
    meta: { isEntry: true },
  });
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Anchor href={atBase('/sign-in')} target="_blank" rel="noopener">
          Sign in with single sign-on
        </Anchor>{' '}
        in another tab, then continue here.
      </Text>
      {looking.data === null && (
        <Text size="sm" role="status">
          You are not signed in yet.
        </Text>
      )}
      {looking.isError && <ErrorPanel title="Sign-in failed" error={looking.error} />}
      <Button variant="default" loading={looking.isPending} onClick={() => looking.mutate()}>
        Continue
      </Button>
    </Stack>
  );
}
