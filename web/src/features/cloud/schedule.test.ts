import { describe, expect, test } from 'vitest';

import type { BackupConfiguration, ServiceBackup } from '../../api/cloud.gen';
import { failing, orphans, scheduleBody, scheduleForm, scheduleWords } from './schedule';

const daily: BackupConfiguration = {
  backupPeriodInHours: 24,
  backupRetentionPeriodInHours: 168,
  backupStartTime: '03:30',
  makesBackups: true,
  nextBackupAt: '2026-11-18T03:30:00Z',
};

describe('a schedule', () => {
  test('is a sentence', () => {
    expect(scheduleWords(daily)).toBe('Made every day at 03:30 UTC and kept for 7 days.');
    const { backupStartTime: _, ...any } = daily;
    expect(scheduleWords({ ...any, backupPeriodInHours: 6, backupRetentionPeriodInHours: 24 })).toBe(
      'Made every 6 hours and kept for 1 day.',
    );
  });

  test('comes back as it was read', () => {
    expect(scheduleBody(scheduleForm(daily))).toEqual({
      backupPeriodInHours: 24,
      backupRetentionPeriodInHours: 168,
      backupStartTime: '03:30',
    });
  });

  test('loses its time of day when the period has none', () => {
    expect(scheduleBody({ ...scheduleForm(daily), period: 6 }).backupStartTime).toBeNull();
  });
});

function backup(id: string, serviceId: string, status: ServiceBackup['status']): ServiceBackup {
  return { id, serviceId, status } as ServiceBackup;
}

test('orphans are finished backups of services that are gone', () => {
  const all = [backup('1', 'gone', 'done'), backup('2', 'gone', 'error'), backup('3', 'here', 'done')];
  expect(orphans(all, [{ id: 'here' }]).map(({ id }) => id)).toEqual(['1']);
});

test('a service is failing while its latest backup is a failed one', () => {
  const all = [
    backup('1', 'bad', 'error'),
    backup('2', 'bad', 'done'),
    backup('3', 'good', 'done'),
    backup('4', 'good', 'error'),
    backup('5', 'gone', 'error'),
  ];
  expect(failing(all, [{ id: 'good' }, { id: 'bad' }, { id: 'new' }]).map(({ id }) => id)).toEqual(['1']);
});
