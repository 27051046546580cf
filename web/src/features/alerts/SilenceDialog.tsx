import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';

import { FormDialog } from '../parts/Dialogs';
import { useDone } from '../parts/useDone';
import { alertsQuery, silenceAlert } from './calls';

const lengths = [
  { value: '1', label: '1 hour' },
  { value: '4', label: '4 hours' },
  { value: '12', label: '12 hours' },
  { value: '24', label: '1 day' },
  { value: '168', label: '1 week' },
];

/** Keeps the notifications of an alert back for a while. */
export function SilenceDialog({ alertId, onClose }: { alertId: string; onClose: () => void }) {
  const [hours, setHours] = useState('1');
  const [reason, setReason] = useState('');
  const done = useDone(alertsQuery.queryKey);
  const submit = () =>
    silenceAlert(alertId, new Date(Date.now() + Number(hours) * 3_600_000).toISOString(), reason.trim()).then(done);
  return (
    <FormDialog title="Silence alert" submit="Silence" content={[hours, reason]} onSubmit={submit} onClose={onClose}>
      <NativeSelect
        label="For"
        description="The alert is still evaluated, but nobody is notified."
        value={hours}
        data={lengths}
        onChange={(event) => setHours(event.currentTarget.value)}
        data-autofocus
      />
      <Textarea
        label="Reason"
        description="For your team."
        value={reason}
        maxLength={1024}
        onChange={(event) => setReason(event.currentTarget.value)}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
