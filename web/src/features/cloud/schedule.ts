import type { BackupConfiguration, BackupPatch, ServiceBackup } from '../../api/cloud.gen';
import { counted } from '../../number';
import { lengthOf } from '../parts/time';
import type { Tone } from '../parts/State';

/** The hours that may lie between two backups. */
export const periods = [6, 8, 12, 16, 20, 24, 36, 48];

/** How many days a backup may be kept. */
export const retentionDays = [1, 2, 3, 7, 14, 30, 45];

/** Periods that a time of day goes with. */
export function canStartAt(period: number): boolean {
  return period === 24 || period === 48;
}

export interface ScheduleForm {
  period: number;
  days: number;
  startTime: string;
}

export function scheduleForm(schedule: BackupConfiguration): ScheduleForm {
  return {
    period: schedule.backupPeriodInHours,
    days: schedule.backupRetentionPeriodInHours / 24,
    startTime: schedule.backupStartTime ?? '',
  };
}

export function scheduleBody({ period, days, startTime }: ScheduleForm): BackupPatch {
  return {
    backupPeriodInHours: period,
    backupRetentionPeriodInHours: days * 24,
    backupStartTime: canStartAt(period) && startTime !== '' ? startTime : null,
  };
}

/** `every day`, `every 6 hours`. */
export function periodWords(hours: number): string {
  if (hours === 24) return 'every day';
  return hours === 48 ? 'every two days' : `every ${hours} hours`;
}

/** A schedule as a sentence. */
export function scheduleWords(schedule: BackupConfiguration): string {
  const at = schedule.backupStartTime === undefined ? '' : ` at ${schedule.backupStartTime} UTC`;
  const days = counted(schedule.backupRetentionPeriodInHours / 24, 'day');
  return `Made ${periodWords(schedule.backupPeriodInHours)}${at} and kept for ${days}.`;
}

/** What the status of a backup means for its owner. */
export function backupTone(status: ServiceBackup['status']): Tone {
  if (status === 'done') return 'good';
  return status === 'error' ? 'bad' : 'busy';
}

export const backupWords: Record<ServiceBackup['status'], string> = {
  in_progress: 'In progress',
  done: 'Done',
  error: 'Failed',
};

/** How long a backup took; a dash while it is made. */
export function tookWords(backup: ServiceBackup): string {
  if (backup.finishedAt === undefined) return '–';
  return lengthOf(backup.durationInSeconds * 1000) ?? `${backup.durationInSeconds} s`;
}

/** Backups that can be restored and whose service is gone, newest first. */
export function orphans(backups: ServiceBackup[], services: { id: string }[]): ServiceBackup[] {
  const present = new Set(services.map(({ id }) => id));
  return backups.filter(({ status, serviceId }) => status === 'done' && !present.has(serviceId));
}

/** The latest backup of each service, where it failed; backups come newest first. */
export function failing(backups: ServiceBackup[], services: { id: string }[]): ServiceBackup[] {
  return services.flatMap(({ id }) => {
    const latest = backups.find(({ serviceId }) => serviceId === id);
    return latest?.status === 'error' ? [latest] : [];
  });
}
