import { Badge, Button, Group, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { Rows, type Column } from '../parts/Rows';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { endOtherSessions, endSession, sessionsQuery, type OpenSession } from './calls';

const columns: Column[] = [
  { label: 'Browser' },
  { label: 'Address' },
  { label: 'Signed in' },
  { label: 'Last seen' },
  { label: 'Actions', isHidden: true },
];

/** Where one is signed in, and how to end that. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<OpenSession | null>(null);
  const [isEndingOthers, setEndingOthers] = useState(false);
  const done = useDone(sessionsQuery.queryKey);
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  const endOthers = hasOthers && (
    <Button size="xs" variant="default" onClick={() => setEndingOthers(true)}>
      Sign out everywhere else
    </Button>
  );
  return (
    <Section
      title="Sessions"
      lead="The browsers that are signed in to your account. One that you end is signed out at once."
      actions={endOthers}
    >
      <Loaded query={sessions} subject="The sessions">
        {(list) => (
          <Rows label="Sessions" columns={columns}>
            {list.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </Rows>
        )}
      </Loaded>
      {ending !== null && (
        <ConfirmDialog
          title="End session"
          confirm="End session"
          onConfirm={() => endSession(ending.id).finally(done)}
          onClose={() => setEnding(null)}
        >
          <b>{browserOf(ending)}</b> is signed out at once.
        </ConfirmDialog>
      )}
      {isEndingOthers && (
        <ConfirmDialog
          title="Sign out everywhere else"
          confirm="End other sessions"
          onConfirm={() => endOtherSessions().then(done)}
          onClose={() => setEndingOthers(false)}
        >
          All other browsers are signed out at once. You stay signed in here.
        </ConfirmDialog>
      )}
    </Section>
  );
}

function browserOf({ browser }: OpenSession): string {
  return browser === '' ? 'Unknown browser' : browser;
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>
        <Group gap="sm">
          {browserOf(session)}
          {session.isCurrent && (
            <Badge size="xs" variant="default">
              This one
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{session.address === '' ? 'Unknown' : session.address}</Table.Td>
      <Table.Td>
        <When at={session.createdAt} />
      </Table.Td>
      <Table.Td>
        <When at={session.seenAt} />
      </Table.Td>
      <Table.Td>
        {!session.isCurrent && (
          <Group justify="flex-end">
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={onEnd}
              aria-label={`End session of ${browserOf(session)}`}
            >
              End session
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
