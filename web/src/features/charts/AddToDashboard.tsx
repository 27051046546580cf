import { Anchor, Button, Select, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { Dashboard, Source, TileBody } from '../../api/stack.gen';
import { Dialog } from '../../components/Dialog';
import { Icon } from '../../components/Icon';
import { createDashboard, dashboardsQuery, readDashboard, replaceDashboard } from '../dashboards/calls';
import { nameOf, tilesOf, type ChartState } from './state';

interface AddToDashboardProps {
  chart: ChartState;
  source: Source;
}

const fresh = 'new';

/** Puts the chart on a dashboard, at the end of it. */
export function AddToDashboard({ chart, source }: AddToDashboardProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon name="dashboard" size={14} />} onClick={dialog.open}>
        Add to dashboard
      </Button>
      {isOpen && <AddDialog chart={chart} source={source} onClose={dialog.close} />}
    </>
  );
}

function AddDialog({ chart, source, onClose }: AddToDashboardProps & { onClose: () => void }) {
  const dashboards = useQuery(dashboardsQuery);
  const [id, setId] = useState(fresh);
  const [title, setTitle] = useState('');
  const [name, setName] = useState(chart.series[0] === undefined ? '' : nameOf(chart.series[0]));
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: () => add(id, title, tilesOf(chart, source, name)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['dashboards'] }),
  });
  const choices = [
    { value: fresh, label: 'A new dashboard' },
    ...(dashboards.data ?? []).map((one) => ({ value: one.id, label: one.name })),
  ];
  const isIncomplete = name.trim() === '' || (id === fresh && title.trim() === '');
  if (adding.data !== undefined) {
    return (
      <Dialog title="Add to dashboard" action="Done" isOpen onClose={onClose} onSubmit={onClose}>
        <Text size="sm">
          The chart is on{' '}
          <Anchor component={Link} to={`/dashboards/${adding.data.id}`} size="sm">
            {adding.data.name}
          </Anchor>
          .
        </Text>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="Add to dashboard"
      action="Add chart"
      isOpen
      onClose={onClose}
      onSubmit={() => adding.mutate()}
      isBusy={adding.isPending}
      isIncomplete={isIncomplete}
      error={adding.error}
    >
      <TextInput
        label="Name of the tile"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label="Dashboard"
        data={choices}
        value={id}
        allowDeselect={false}
        onChange={(value) => setId(value ?? fresh)}
      />
      {id === fresh && (
        <TextInput
          label="Name of the dashboard"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      )}
    </Dialog>
  );
}

async function add(id: string, name: string, tiles: TileBody[]): Promise<Dashboard> {
  if (id === fresh) return createDashboard({ name, tiles, tags: [] });
  const { value, etag } = await readDashboard(id);
  const bottom = value.tiles.reduce((most, { y, h }) => Math.max(most, y + h), 0);
  const body = { ...value, tiles: [...value.tiles, ...tiles.map((tile) => ({ ...tile, y: bottom + tile.y }))] };
  return (await replaceDashboard(id, body, etag)).value;
}
