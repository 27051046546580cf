import { queryOptions } from '@tanstack/react-query';

import type { BackupConfiguration, BackupPatch, ServiceBackup } from '../../api/cloud.gen';
import { change, create, read } from '../../api/client';

/** How often the list is asked for while a backup is made, and otherwise. */
const busyMs = 2000;
const restingMs = 15_000;

export function backupsQuery(organization: string, service: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services', service, 'backups'],
    queryFn: () =>
      read('/v1/organizations/{organizationId}/services/{serviceId}/backups', {
        path: { organizationId: organization, serviceId: service },
      }),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'in_progress') ? busyMs : restingMs),
  });
}

export function organizationBackupsQuery(organization: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'backups'],
    queryFn: () => read('/v1/organizations/{organizationId}/backups', { path: { organizationId: organization } }),
    refetchInterval: restingMs * 4,
  });
}

export function scheduleQuery(organization: string, service: string) {
  return queryOptions({
    queryKey: ['cloud', organization, 'services', service, 'backup-configuration'],
    queryFn: () =>
      read('/v1/organizations/{organizationId}/services/{serviceId}/backupConfiguration', {
        path: { organizationId: organization, serviceId: service },
      }),
  });
}

export function makeBackup(organization: string, service: string): Promise<ServiceBackup> {
  return create('/v1/organizations/{organizationId}/services/{serviceId}/backups', {
    path: { organizationId: organization, serviceId: service },
  });
}

export function changeSchedule(organization: string, service: string, body: BackupPatch): Promise<BackupConfiguration> {
  return change('/v1/organizations/{organizationId}/services/{serviceId}/backupConfiguration', {
    path: { organizationId: organization, serviceId: service },
    body,
  });
}
