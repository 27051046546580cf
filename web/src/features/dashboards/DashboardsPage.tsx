import { Anchor, Badge, Button, FileButton, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Dashboard } from '../../api/stack.gen';
import { EmptyState } from '../../components/EmptyState';
import { ErrorPanel } from '../../components/ErrorPanel';
import { Icon } from '../../components/Icon';
import { Page } from '../../components/Page';
import { Panel } from '../../components/Panel';
import { Table, type Column } from '../../components/Table';
import { View } from '../../components/View';
import { FormDialog } from '../parts/Dialogs';
import { When } from '../parts/When';
import { emptyBody } from './board';
import { createDashboard, dashboardsQuery } from './calls';
import { readExport } from './exported';
import { matching, tagsOf } from './list';

/** All dashboards of the team. */
export function DashboardsPage() {
  const dashboards = useQuery(dashboardsQuery);
  const [text, setText] = useState('');
  const [tag, setTag] = useState('');
  const [isCreating, setCreating] = useState(false);
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
        <>
          <FileButton accept="application/json" onChange={(file) => file !== null && importing.mutate(file)}>
            {(props) => (
              <Button {...props} size="xs" variant="default" loading={importing.isPending}>
                Import
              </Button>
            )}
          </FileButton>
          {create}
        </>
      }
    >
      {importing.isError && <ErrorPanel title="The import failed" error={importing.error} />}
      <View
        query={dashboards}
        failure="The dashboards could not be loaded"
        isEmpty={(list) => list.length === 0}
        empty={<NoDashboards action={create} />}
      >
        {(list) => (
          <>
            <Group gap="sm" mb="md">
              <TextInput
                aria-label="Find dashboards"
                placeholder="Find by name or tag"
                size="xs"
                w={260}
                leftSection={<Icon name="search" size={14} />}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <Tags tags={tagsOf(list)} chosen={tag} onChoose={setTag} />
            </Group>
            <Panel isFlush>
              <Table
                label="Dashboards"
                columns={columns}
                rows={matching(list, text, tag)}
                rowKey={({ id }) => id}
                initialOrder={{ key: 'name', isDescending: false }}
              />
            </Panel>
          </>
        )}
      </View>
      {isCreating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const columns: Column<Dashboard>[] = [
  {
    key: 'name',
    name: 'Name',
    sortBy: ({ name }) => name.toLowerCase(),
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/dashboards/${id}`} size="sm" fw={500}>
        {name === '' ? 'Untitled' : name}
      </Anchor>
    ),
  },
  {
    key: 'tags',
    name: 'Tags',
    cell: ({ tags }) => (
      <Group gap={4}>
        {tags.map((tag) => (
          <Badge key={tag} size="sm" variant="default" tt="none" fw={400}>
            {tag}
          </Badge>
        ))}
      </Group>
    ),
  },
  {
    key: 'tiles',
    name: 'Tiles',
    isNumber: true,
    width: 80,
    cell: ({ tiles }) => tiles.length,
    sortBy: ({ tiles }) => tiles.length,
  },
  {
    key: 'updated',
    name: 'Changed',
    width: 140,
    cell: ({ updatedAt }) => <When at={updatedAt} />,
    sortBy: ({ updatedAt }) => updatedAt,
  },
];

function Tags({ tags, chosen, onChoose }: { tags: string[]; chosen: string; onChoose: (tag: string) => void }) {
  return (
    <Group gap={4} role="group" aria-label="Tags">
      {tags.map((tag) => (
        <Button
          key={tag}
          size="compact-xs"
          variant={tag === chosen ? 'filled' : 'default'}
          aria-pressed={tag === chosen}
          onClick={() => onChoose(tag === chosen ? '' : tag)}
        >
          {tag}
        </Button>
      ))}
    </Group>
  );
}

function NoDashboards({ action }: { action: React.ReactNode }) {
  return (
    <EmptyState title="No dashboards yet" icon="dashboard" action={action}>
      A dashboard is a page of charts, numbers and notes that the team shares.
    </EmptyState>
  );
}

function useImport() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (file: File) => createDashboard(readExport(await file.text())),
    async onSuccess({ id }) {
      await queryClient.invalidateQueries({ queryKey: dashboardsQuery.queryKey });
      await navigate({ to: '/dashboards/$id', params: { id } });
    },
  });
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
