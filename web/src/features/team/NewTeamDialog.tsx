import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { sessionQuery } from '../../api/queries';
import { FormDialog } from '../parts/Dialogs';
import { createTeam, teamNameMax } from './teamCalls';

interface NewTeamDialogProps {
  /** Opens the new team. */
  onMade: (teamId: string) => void;
  onClose: () => void;
}

/** Makes a team beside those that there are. */
export function NewTeamDialog({ onMade, onClose }: NewTeamDialogProps) {
  const [name, setName] = useState('');
  const queryClient = useQueryClient();
  const submit = async () => {
    const { id } = await createTeam(name.trim());
    // A team that the session does not have would be somebody else's.
    await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey, exact: true });
    onMade(id);
  };
  return (
    <FormDialog
      title="New team"
      submit="Create team"
      content={name}
      onSubmit={submit}
      onClose={onClose}
      isReady={name.trim() !== ''}
      failure="The team was not created"
    >
      <TextInput
        label="Name"
        description="A team has its own telemetry, dashboards, alerts, members and keys."
        value={name}
        maxLength={teamNameMax}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
