import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Versioned } from '../../api/client';
import { isSignedOut } from '../../api/error';
import type { Alert } from '../../api/stack.gen';
import { ErrorPanel } from '../../components/ErrorPanel';
import { FormModal } from '../../components/FormModal';
import { AlertFields } from './AlertFields';
import classes from './alerts.module.css';
import { BacktestPanel } from './BacktestPanel';
import { alertsQuery, createAlert, replaceAlert } from './calls';
import { bodyOf, canSave } from './form';
import { NotificationPanel } from './NotificationPanel';
import { NotifyFields } from './NotifyFields';
import type { AlertForm } from './types';
import { usePreview } from './usePreview';
import { useWatchable } from './useWatchable';
import { watchedBy } from './watched';

interface AlertEditorProps {
  /** Null to create one. */
  alert: Versioned<Alert> | null;
  form: AlertForm;
  onClose: () => void;
}

/** Makes an alert or changes one: the form at the left, what it would have done at the right. */
export function AlertEditor({ alert, form: given, onClose }: AlertEditorProps) {
  const [form, setForm] = useState(given);
  const preview = usePreview(form);
  const watchable = useWatchable();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const saving = useMutation({
    mutationFn: () =>
      alert === null ? createAlert(bodyOf(form)) : replaceAlert(alert.value.id, bodyOf(form), alert.etag),
    async onSuccess(saved) {
      await queryClient.invalidateQueries({ queryKey: alertsQuery.queryKey });
      onClose();
      await navigate({ to: '/alerts/$id', params: { id: saved.id } });
    },
  });
  const change = (changed: Partial<AlertForm>) => setForm((old) => ({ ...old, ...changed }));
  const isGone = watchable.isRead && watchedBy(form, watchable) === null;
  const verb = alert === null ? 'Create alert' : 'Save alert';
  return (
    <FormModal
      content={form}
      onClose={onClose}
      title={alert === null ? 'Create alert' : 'Edit alert'}
      size="min(1320px, 94vw)"
      yOffset="4vh"
    >
      <div className={classes.editor}>
        <Stack gap="md" className={classes.form}>
          <AlertFields form={form} onChange={change} />
          <NotifyFields form={form} preview={preview} onChange={change} />
        </Stack>
        <Stack gap="md">
          <BacktestPanel form={form} onThreshold={(threshold) => change({ threshold })} />
          <NotificationPanel form={form} preview={preview} />
          {saving.isError && !isSignedOut(saving.error) && (
            <ErrorPanel title="The alert was not saved" error={saving.error} />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!canSave(form) || isGone} loading={saving.isPending} onClick={() => saving.mutate()}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </div>
    </FormModal>
  );
}
