import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { useMay } from '../../api/useMay';
import { ErrorPanel } from '../../components/ErrorPanel';
import { useUnsaved } from '../../components/unsaved';
import { counted } from '../../number';
import { ConfirmDialog } from '../parts/Dialogs';
import { Section } from '../parts/Frame';
import { Loaded } from '../parts/Loaded';
import { changeRetention, retentionQuery } from './calls';
import {
  isSame,
  kept,
  keptNames,
  retentionDaysMax,
  retentionOf,
  shortened,
  type Retention,
  type RetentionForm,
} from './retention';

/** How long the team's telemetry is kept. */
export function RetentionSection() {
  const retention = useQuery(retentionQuery);
  return (
    <Section title="Data retention" lead="How many days the team’s telemetry is kept. Older data is deleted.">
      <Loaded query={retention} subject="The retention">
        {(found) => <RetentionFields retention={found} />}
      </Loaded>
    </Section>
  );
}

function RetentionFields({ retention }: { retention: Retention }) {
  const [form, setForm] = useState<RetentionForm>({ ...retention });
  const isFixed = !useMay()('update:Source');
  const [asked, setAsked] = useState<Retention | null>(null);
  const saving = useSaving();
  const wanted = retentionOf(form);
  useUnsaved(wanted === null || !isSame(retention, wanted));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === null) return;
    if (shortened(retention, wanted).length > 0) setAsked(wanted);
    else saving.mutate(wanted);
  };
  return (
    <form onSubmit={submit} aria-label="Data retention" noValidate>
      <Stack gap="md" align="flex-start">
        <Group gap="lg" align="flex-start">
          {kept.map((one) => (
            <NumberInput
              key={one}
              label={keptNames[one]}
              suffix={form[one] === 1 ? ' day' : ' days'}
              min={1}
              max={retentionDaysMax}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="none"
              w={160}
              disabled={isFixed}
              value={form[one]}
              onChange={(days) => setForm({ ...form, [one]: days })}
            />
          ))}
        </Group>
        {wanted === null && (
          <Text size="xs" c="var(--cairn-bad)" role="alert">
            Telemetry is kept for 1 to {retentionDaysMax} days.
          </Text>
        )}
        {saving.isError && asked === null && <ErrorPanel title="Saving failed" error={saving.error} />}
        {!isFixed && (
          <Button
            type="submit"
            size="xs"
            loading={saving.isPending}
            disabled={wanted === null || isSame(retention, wanted)}
          >
            Save retention
          </Button>
        )}
      </Stack>
      {asked !== null && (
        <ConfirmDialog
          title="Shorten the retention"
          confirm="Delete older data"
          onConfirm={() => saving.mutateAsync(asked)}
          onClose={() => setAsked(null)}
        >
          {shortened(retention, asked).map((one) => (
            <p key={one}>
              {keptNames[one]} that are older than <b>{counted(asked[one], 'day')}</b> are deleted soon. This can’t be
              undone.
            </p>
          ))}
        </ConfirmDialog>
      )}
    </form>
  );
}

function useSaving() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: changeRetention,
    onSuccess: (saved) => queryClient.setQueryData(retentionQuery.queryKey, saved),
    // After a failure some of it may have changed.
    onError: () => queryClient.invalidateQueries({ queryKey: retentionQuery.queryKey }),
  });
}
