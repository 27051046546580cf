import { Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';

import type { NewService, Organization, ServiceBackup } from '../../api/cloud.gen';
import { bytes } from '../../number';
import { Rows, type Column } from '../parts/Rows';
import { SecretDialog } from '../parts/Secret';
import { State } from '../parts/State';
import { When } from '../parts/When';
import type { Provider } from './regions';
import { RestoreDialog } from './RestoreDialog';
import { backupTone, backupWords, tookWords } from './schedule';

const columns: Column[] = [
  { label: 'Service' },
  { label: 'Started' },
  { label: 'Status' },
  { label: 'Size', isNumber: true },
  { label: 'Took', isNumber: true },
  { label: 'Kept until' },
  { label: 'Actions', isHidden: true },
];

interface BackupRowsProps {
  organization: Organization;
  label: string;
  backups: ServiceBackup[];
  /** Where services are made of them. */
  place: { provider: Provider; region: string };
}

/** Backups, each with the way back. */
export function BackupRows({ organization, label, backups, place }: BackupRowsProps) {
  const [chosen, setChosen] = useState<ServiceBackup | null>(null);
  const [made, setMade] = useState<NewService | null>(null);
  return (
    <>
      <Rows label={label} columns={columns}>
        {backups.map((backup) => (
          <BackupRow key={backup.id} backup={backup} onRestore={() => setChosen(backup)} />
        ))}
      </Rows>
      {chosen !== null && (
        <RestoreDialog
          organization={organization}
          backup={chosen}
          place={place}
          onMade={setMade}
          onClose={() => setChosen(null)}
        />
      )}
      {made !== null && (
        <SecretDialog
          title={`Service ${made.service.name} is being restored`}
          secrets={[
            { label: 'User', value: 'default' },
            { label: 'Password', value: made.password },
          ]}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}

function BackupRow({ backup, onRestore }: { backup: ServiceBackup; onRestore: () => void }) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>{backup.backupName}</Table.Td>
      <Table.Td>
        <When at={backup.startedAt} />
      </Table.Td>
      <Table.Td>
        <Stack gap={0}>
          <State tone={backupTone(backup.status)}>{backupWords[backup.status]}</State>
          {backup.error !== undefined && (
            <Text size="xs" c="dimmed">
              {backup.error}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td data-number>{backup.status === 'done' ? bytes(backup.sizeInBytes, true) : '–'}</Table.Td>
      <Table.Td data-number>{tookWords(backup)}</Table.Td>
      <Table.Td>
        <When at={backup.expireAt} />
      </Table.Td>
      <Table.Td>
        {backup.status === 'done' && (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={onRestore}
            aria-label={`Restore the backup of ${backup.startedAt}`}
          >
            Restore
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
