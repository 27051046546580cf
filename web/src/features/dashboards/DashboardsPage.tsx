import { Anchor, Button, FileButton, Menu, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';

import type { Dashboard, GrafanaTranslation } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Icon } from '../../components/Icon';
import { May } from '../../components/May';
import { Page } from '../../components/Page';
import { Panel } from '../../components/Panel';
import { Table, type Column } from '../../components/Table';
import { View } from '../../components/View';
import { FormDialog } from '../parts/Dialogs';
import { matching } from '../parts/tagged';
import { TagBadges, useNarrowing } from '../parts/Tags';
import { When } from '../parts/When';
import { boardName, emptyBody } from './board';
import { createDashboard, dashboardsQuery, translateGrafana } from './calls';
import { readExport } from './exported';
import { GrafanaDialog, PasteDialog, useImported } from './grafana/ImportDialog';
import { isOwnExport } from './grafana/notes';

/** All dashboards of the team. */
export function DashboardsPage() {
  const dashboards = useQuery(dashboardsQuery);
  const { narrowing, fields } = useNarrowing('Find dashboards', dashboards.data ?? []);
  const [isCreating, setCreating] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const importing = useImport();
  const create = (
    <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setCreating(true)}>
      Create dashboard
    </Button>
  );
  return (
    <Page
      title="Dashboards"
      actions={
        <May do="create:Dashboard">
          <FileButton
            accept="application/json"
            resetRef={importing.reset}
            onChange={(file) => file !== null && importing.mutate(file)}
          >
            {({ onClick }) => (
              <Menu>
                <Menu.Target>
                  <Button size="xs" variant="default" loading={importing.isPending}>
                    Import
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={onClick}>From a file</Menu.Item>
                  <Menu.Item onClick={() => setPasting(true)}>Paste JSON</Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </FileButton>
          {create}
        </May>
      }
    >
      {importing.isError && <ErrorPanel title="The import failed" error={importing.error} />}
      <View
        query={dashboards}
        failure="The dashboards could not be loaded"
        isEmpty={(list) => list.length === 0}
        empty={<NoDashboards action={<May do="create:Dashboard">{create}</May>} />}
      >
        {(list) => (
          <>
            {fields}
            <Panel isFlush>
              <Table
                label="Dashboards"
                columns={columns}
                rows={matching(list, narrowing)}
                rowKey={({ id }) => id}
                initialOrder={{ key: 'name', isDescending: false }}
              />
            </Panel>
          </>
        )}
      </View>
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
      {isPasting && <PasteDialog onClose={() => setPasting(false)} />}
      {importing.translation !== null && (
        <GrafanaDialog translation={importing.translation} onClose={importing.close} />
      )}
    </Page>
  );
}

const columns: Column<Dashboard>[] = [
  {
    key: 'name',
    name: 'Name',
    sortBy: ({ name }) => name.toLowerCase(),
    cell: (dashboard) => (
      <Anchor component={Link} to={`/dashboards/${dashboard.id}`} size="sm" fw={500}>
        {boardName(dashboard)}
      </Anchor>
    ),
  },
  {
    key: 'tags',
    name: 'Tags',
    isMinor: true,
    cell: ({ tags }) => <TagBadges tags={tags} />,
  },
  {
    key: 'tiles',
    name: 'Tiles',
    isMinor: true,
    isNumber: true,
    width: 80,
    cell: ({ tiles }) => tiles.length,
    sortBy: ({ tiles }) => tiles.length,
  },
  {
    key: 'updated',
    name: 'Changed',
    width: 140,
    isWhole: true,
    cell: ({ updatedAt }) => <When at={updatedAt} />,
    sortBy: ({ updatedAt }) => updatedAt,
  },
];

function NoDashboards({ action }: { action: React.ReactNode }) {
  return (
    <EmptyState title="No dashboards yet" icon="dashboard" action={action}>
      A dashboard is a page of charts, numbers and notes that the team shares.
    </EmptyState>
  );
}

/** Imports a file: one that was exported from here at once, one of Grafana after its translation was looked at. */
function useImport() {
  const open = useImported();
  const reset = useRef<() => void>(null);
  const [translation, setTranslation] = useState<GrafanaTranslation | null>(null);
  const sending = useMutation({
    async mutationFn(file: File) {
      const text = await file.text();
      if (isOwnExport(text)) return open(await createDashboard(readExport(text)));
      return setTranslation(await translateGrafana(text));
    },
    // The same file can be chosen again.
    onSettled: () => reset.current?.(),
  });
  return { ...sending, reset, translation, close: () => setTranslation(null) };
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const submit = async () => {
    const made = await createDashboard(emptyBody(name.trim()));
    await queryClient.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
    await navigate({ to: '/dashboards/$id', params: { id: made.id } });
  };
  return (
    <FormDialog
      title="Create dashboard"
      submit="Create dashboard"
      content={name}
      onSubmit={submit}
      onClose={onClose}
      isReady={name.trim() !== ''}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={1024}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
