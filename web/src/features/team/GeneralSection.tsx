import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';

import { sessionQuery } from '../../api/queries';
import type { Session } from '../../api/types';
import { atBase } from '../../basePath';
import { Dialog } from '../../components/Dialog';
import { ErrorPanel } from '../../components/ErrorPanel';
import { switchTeam } from '../../routes/team';
import { Section } from '../parts/Frame';
import { teamQuery } from './roleCalls';
import { deleteTeam, renameTeam, teamNameMax } from './teamCalls';

/** The name of the team, and its end. */
export function GeneralSection() {
  const session = useQuery(sessionQuery).data;
  if (session === null || session === undefined) return null;
  return (
    <Stack gap="xl">
      <RenameForm key={session.team.name} name={session.team.name} />
      <DeleteTeam session={session} />
    </Stack>
  );
}

function RenameForm({ name: stored }: { name: string }) {
  const [name, setName] = useState(stored);
  const queryClient = useQueryClient();
  const renaming = useMutation({
    mutationFn: () => renameTeam(name.trim()),
    onSuccess: () =>
      Promise.all([sessionQuery, teamQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    renaming.mutate();
  };
  return (
    <Section title="Name" lead="The team and its service have the same name.">
      <form onSubmit={send} aria-label="Name of the team">
        <Stack gap="sm" align="flex-start">
          <Group gap="sm" align="flex-end">
            <TextInput
              label="Team name"
              value={name}
              maxLength={teamNameMax}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button
              type="submit"
              loading={renaming.isPending}
              disabled={name.trim() === '' || name.trim() === stored}
              variant="default"
            >
              Rename team
            </Button>
          </Group>
          {renaming.isError && <ErrorPanel title="The team was not renamed" error={renaming.error} />}
        </Stack>
      </form>
    </Section>
  );
}

function DeleteTeam({ session }: { session: Session }) {
  const [isAsking, setAsking] = useState(false);
  const isLast = session.teams.length < 2;
  return (
    <Section
      title="Delete team"
      lead="Deletes the team and its service with all telemetry. This can’t be undone."
      actions={
        <Button size="xs" color="red.9" disabled={isLast} onClick={() => setAsking(true)}>
          Delete team
        </Button>
      }
    >
      {isLast && <Text size="sm">The last team can’t be deleted.</Text>}
      {isAsking && <DeleteDialog session={session} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function DeleteDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { name } = session.team;
  const [typed, setTyped] = useState('');
  const leave = useLeave(session);
  const deleting = useMutation({ mutationFn: () => deleteTeam(name).then(leave) });
  return (
    <Dialog
      title={`Delete ${name}`}
      content={typed}
      action="Delete team"
      onSubmit={() => deleting.mutate()}
      onClose={onClose}
      isBusy={deleting.isPending}
      isIncomplete={typed !== name}
      isDangerous
      error={deleting.error}
    >
      <Text size="sm">These go with the team, for all of its members:</Text>
      <List size="sm">
        <List.Item>all logs, traces and metrics</List.Item>
        <List.Item>dashboards, share links, saved searches and alerts</List.Item>
        <List.Item>sources, connections, webhooks and roles</List.Item>
        <List.Item>access keys and ingestion keys, which stop working at once</List.Item>
      </List>
      <TextInput
        label={`Type ${name} to confirm`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  );
}

/** Leads to another team of the person, once this one is gone. */
function useLeave({ team, teams }: Session): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const next = teams.find(({ id }) => id !== team.id);
    if (next === undefined) return location.assign(atBase('/'));
    await switchTeam(queryClient, next.id);
    await navigate({ to: '/', search: { team: next.id } });
  };
}
