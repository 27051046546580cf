import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { BackupConfiguration, Organization, Service } from '../../api/cloud.gen';
import { ErrorPanel } from '../../components/ErrorPanel';
import { counted } from '../../number';
import { Section } from '../parts/Frame';
import { Empty, Loaded } from '../parts/Loaded';
import { useDone } from '../parts/useDone';
import { When } from '../parts/When';
import { backupsQuery, makeBackup, organizationBackupsQuery, scheduleQuery } from './backupCalls';
import { BackupRows } from './BackupRows';
import { servicesQuery } from './calls';
import { failing, orphans, scheduleWords } from './schedule';
import { ScheduleDialog } from './ScheduleDialog';
import { useCloudMay } from './useCloudMay';

/** How many failures are shown at once. */
const failingMax = 5;

interface InService {
  organization: Organization;
  service: Service;
}

/** When a service is backed up, and what there is of it. */
export function Backups({ organization, service }: InService) {
  const backups = useQuery(backupsQuery(organization.id, service.id));
  const schedule = useQuery(scheduleQuery(organization.id, service.id)).data;
  const [isChanging, setChanging] = useState(false);
  const making = useMutation({
    mutationFn: () => makeBackup(organization.id, service.id),
    onSettled: useDone(backupsQuery(organization.id, service.id).queryKey),
  });
  const isBusy = backups.data?.some(({ status }) => status === 'in_progress') === true;
  const buttons = useCloudMay()('control-plane:service:manage-backups') && (
    <>
      <Button size="xs" variant="default" disabled={schedule === undefined} onClick={() => setChanging(true)}>
        Change schedule
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={schedule?.makesBackups !== true || isBusy}
        loading={making.isPending}
        onClick={() => making.mutate()}
      >
        Back up now
      </Button>
    </>
  );
  return (
    <Section title="Backups" lead={schedule === undefined ? undefined : scheduleWords(schedule)} actions={buttons}>
      {schedule?.makesBackups === false && (
        <Alert color="yellow" title="No backups are made">
          The operator of this installation has not set a storage for them.
        </Alert>
      )}
      {making.isError && <ErrorPanel title="No backup is made" error={making.error} />}
      <Loaded query={backups} subject="The backups">
        {(list) =>
          list.length === 0 ? (
            <NoBackups schedule={schedule} />
          ) : (
            <>
              {list[0]?.status === 'error' && (
                <Alert color="red" title="The latest backup failed">
                  {list[0].error}
                </Alert>
              )}
              <BackupRows organization={organization} label="Backups" backups={list} place={service} />
            </>
          )
        }
      </Loaded>
      {isChanging && schedule !== undefined && (
        <ScheduleDialog
          organization={organization}
          service={service}
          schedule={schedule}
          onClose={() => setChanging(false)}
        />
      )}
    </Section>
  );
}

function NoBackups({ schedule }: { schedule: BackupConfiguration | undefined }) {
  return (
    <Empty title="No backups yet" icon="cloud">
      {schedule?.makesBackups === true && (
        <Text size="sm" component="span">
          The next one is due <When at={schedule.nextBackupAt} />.
        </Text>
      )}
    </Empty>
  );
}

/** The services whose latest backup failed, with the reason and the way to them. */
export function FailingBackups({ organization }: { organization: Organization }) {
  const services = useQuery(servicesQuery(organization.id)).data ?? [];
  const failed = failing(useQuery(organizationBackupsQuery(organization.id)).data ?? [], services);
  if (failed.length === 0) return null;
  return (
    <Alert color="red" title={`The latest backup of ${counted(failed.length, 'service')} failed`}>
      {failed.slice(0, failingMax).map(({ serviceId, backupName, error }) => (
        <Text key={serviceId} size="sm">
          <Anchor component={Link} to={`/cloud/services/${serviceId}`} size="sm">
            {backupName}
          </Anchor>
          : {error}
        </Text>
      ))}
    </Alert>
  );
}

/** Backups of services that were deleted, while there are any. */
export function OrphanedBackups({ organization, services }: { organization: Organization; services: Service[] }) {
  const backups = orphans(useQuery(organizationBackupsQuery(organization.id)).data ?? [], services);
  if (backups.length === 0) return null;
  const place = services[0] ?? { provider: 'aws' as const, region: 'us-east-1' };
  return (
    <Section title="Backups of deleted services" lead="Each is kept until its retention ends.">
      <BackupRows organization={organization} label="Backups of deleted services" backups={backups} place={place} />
    </Section>
  );
}
