import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { BackupConfiguration, Organization, Service } from '../../api/cloud.gen';
import { counted } from '../../number';
import { FormDialog } from '../parts/Dialogs';
import { useDone } from '../parts/useDone';
import { changeSchedule, scheduleQuery } from './backupCalls';
import {
  canStartAt,
  periods,
  periodWords,
  retentionDays,
  scheduleBody,
  scheduleForm,
  type ScheduleForm,
} from './schedule';

interface ScheduleDialogProps {
  organization: Organization;
  service: Service;
  schedule: BackupConfiguration;
  onClose: () => void;
}

/** Changes when a service is backed up and how long backups are kept. */
export function ScheduleDialog({ organization, service, schedule, onClose }: ScheduleDialogProps) {
  const [form, setForm] = useState(scheduleForm(schedule));
  const change = (changed: Partial<ScheduleForm>) => setForm({ ...form, ...changed });
  const done = useDone(scheduleQuery(organization.id, service.id).queryKey);
  const days = retentionDays.includes(form.days)
    ? retentionDays
    : [...retentionDays, form.days].toSorted((a, b) => a - b);
  return (
    <FormDialog
      title="Change schedule"
      submit="Save"
      content={form}
      onSubmit={() => changeSchedule(organization.id, service.id, scheduleBody(form)).then(done)}
      onClose={onClose}
    >
      <NativeSelect
        label="Make a backup"
        value={String(form.period)}
        data={periods.map((value) => ({ value: String(value), label: periodWords(value) }))}
        onChange={(event) => change({ period: Number(event.currentTarget.value) })}
        data-autofocus
      />
      <TextInput
        label="Start time"
        description={
          canStartAt(form.period) ? 'In UTC; empty for any time.' : 'Only with a backup every one or two days.'
        }
        type="time"
        disabled={!canStartAt(form.period)}
        value={canStartAt(form.period) ? form.startTime : ''}
        onChange={(event) => change({ startTime: event.currentTarget.value })}
      />
      <NativeSelect
        label="Keep each for"
        value={String(form.days)}
        data={days.map((value) => ({ value: String(value), label: counted(value, 'day') }))}
        onChange={(event) => change({ days: Number(event.currentTarget.value) })}
      />
    </FormDialog>
  );
}
