import { Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { installationQuery, sessionEndedQuery, sessionQuery } from '../../api/queries';
import type { Session } from '../../api/types';
import { atBase } from '../../basePath';
import { abandonUnsaved } from '../../components/unsaved';
import { inTeamOf } from './again';
import { SignInElsewhere } from './SignInElsewhere';
import { useSignIn } from './useSignIn';

/** Above every other dialog, whatever is open. */
const topmost = 1_000;

/** Asks for the password in place when a session ends above changes that are not saved. */
export function SignedOutDialog() {
  const isEnded = useQuery(sessionEndedQuery).data;
  const session = useQuery(sessionQuery).data;
  return isEnded === true && session ? <Ended session={session} /> : null;
}

function Ended({ session }: { session: Session }) {
  const goOn = useGoingOn(session);
  const { form } = useSignIn(goOn, session.user.email);
  const { providers = [], ssoOnly = false } = useQuery(installationQuery).data ?? {};
  return (
    <Modal
      opened
      onClose={() => null}
      title="You were signed out"
      zIndex={topmost}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      // Somebody else may sit here by now.
      overlayProps={{ backgroundOpacity: 0.8, blur: 12 }}
    >
      <Stack gap="lg">
        <Text size="sm">Your changes are not saved yet. Sign in again to keep them.</Text>
        {!ssoOnly && form}
        {providers.length > 0 && <SignInElsewhere onSignedIn={goOn} />}
        <Button variant="subtle" color="gray" onClick={discard}>
          Discard changes
        </Button>
      </Stack>
    </Modal>
  );
}

/** Starts the page anew, which leads to the sign-in page. */
function discard(): void {
  abandonUnsaved();
  location.reload();
}

/** The same person goes on where they were; for anybody else everything starts anew. */
function useGoingOn(before: Session): (session: Session) => Promise<void> {
  const queryClient = useQueryClient();
  return async (entered) => {
    const session = await inTeamOf(before, entered);
    if (session === null) {
      abandonUnsaved();
      location.assign(atBase('/'));
      return;
    }
    queryClient.setQueryData(sessionQuery.queryKey, session);
    queryClient.setQueryData(sessionEndedQuery.queryKey, false);
    await queryClient.invalidateQueries();
  };
}
