import { Checkbox, Text, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Dashboard, DashboardBody, GrafanaTranslation } from '../../../api/stack.gen';
import { counted } from '../../../number';
import { FormDialog } from '../../parts/Dialogs';
import mono from '../../parts/mono.module.css';
import { boardName } from '../board';
import { createDashboard, dashboardsQuery, readDashboard, replaceDashboard, translateGrafana } from '../calls';
import { readExport } from '../exported';
import { NoteList } from './NoteList';
import { importedAs, isOwnExport } from './notes';

/** Opens a dashboard that was made or changed by an import. */
export function useImported() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async ({ id }: { id: string }) => {
    await queryClient.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
    await navigate({ to: '/dashboards/$id', params: { id } });
  };
}

/** Takes a dashboard as text: one that was exported from here, or one of Grafana. */
export function PasteDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [translation, setTranslation] = useState<GrafanaTranslation | null>(null);
  const open = useImported();
  const submit = async () => {
    if (isOwnExport(text)) return open(await createDashboard(readExport(text)));
    return setTranslation(await translateGrafana(text));
  };
  if (translation !== null) return <GrafanaDialog translation={translation} onClose={onClose} />;
  return (
    <FormDialog
      title="Import dashboard"
      submit="Continue"
      failure="The import failed"
      content={text}
      onSubmit={submit}
      onClose={() => {}}
      onCancel={onClose}
      isReady={text.trim() !== ''}
      size="lg"
    >
      <Textarea
        label="JSON of a dashboard"
        description="Exported from here or from Grafana."
        rows={12}
        classNames={{ input: mono.input ?? '' }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

interface GrafanaDialogProps {
  translation: GrafanaTranslation;
  onClose: () => void;
}

/** Says what is left out of a dashboard of Grafana or different, before it is stored. */
export function GrafanaDialog({ translation: { dashboard, notes, tag }, onClose }: GrafanaDialogProps) {
  const imported = importedAs(tag, useQuery(dashboardsQuery).data ?? []);
  const [known] = imported;
  const [isUpdate, setUpdate] = useState(true);
  const open = useImported();
  const submit = async () => open(await store(dashboard as DashboardBody, isUpdate ? known : undefined));
  return (
    <FormDialog
      title={`Import “${dashboard.name}” from Grafana`}
      submit={known !== undefined && isUpdate ? 'Update dashboard' : 'Import dashboard'}
      failure="The import failed"
      content={null}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
    >
      <Text size="sm">
        The dashboard gets {counted(dashboard.tiles.length, 'tile')} and {counted(dashboard.filters.length, 'filter')}.
        {notes.length > 0 && ' This is left out or different:'}
      </Text>
      <NoteList notes={notes} />
      {known !== undefined && (
        <Checkbox
          label={`Update dashboard “${boardName(known)}”, ${imported.length > 1 ? `the oldest of ${imported.length} that were` : 'which was'} imported from the same one`}
          checked={isUpdate}
          onChange={(event) => setUpdate(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}

/** Makes the dashboard, or puts it in the place of one that was imported before. */
async function store(body: DashboardBody, known: Dashboard | undefined): Promise<{ id: string }> {
  if (known === undefined) return createDashboard(body);
  const { etag } = await readDashboard(known.id);
  await replaceDashboard(known.id, body, etag);
  return known;
}
