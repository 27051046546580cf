import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { NewService, Organization, ServiceBackup } from '../../api/cloud.gen';
import { FormDialog } from '../parts/Dialogs';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { createService, servicesQuery } from './calls';
import type { Provider } from './regions';

interface RestoreDialogProps {
  organization: Organization;
  backup: ServiceBackup;
  place: { provider: Provider; region: string };
  onMade: (made: NewService) => void;
  onClose: () => void;
}

const nameCharsMax = 50;

/** Makes a new service of a backup. */
export function RestoreDialog({ organization, backup, place, onMade, onClose }: RestoreDialogProps) {
  const [name, setName] = useState(`${backup.backupName.slice(0, nameCharsMax - 11)} (restored)`);
  const done = useDone(servicesQuery(organization.id).queryKey);
  const submit = async () => {
    onMade(
      await createService(organization.id, {
        name: name.trim(),
        provider: place.provider,
        region: place.region,
        backupId: backup.id,
      }),
    );
    await done();
  };
  return (
    <FormDialog
      title="Restore backup"
      submit="Restore"
      content={name}
      failure="Restoring failed"
      onSubmit={submit}
      onClose={onClose}
      isReady={name.trim() !== ''}
    >
      <Text size="sm">
        A new service gets the telemetry, dashboards, alerts and webhooks that <b>{backup.backupName}</b> had{' '}
        <When at={backup.startedAt} />. People have the role in it that they have now in the original; keys are not
        copied. Its alerts notify the same webhooks as before.
      </Text>
      <TextInput
        label="Name of the new service"
        value={name}
        maxLength={nameCharsMax}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
