import { Anchor, Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Dashboard, Source, TileBody } from '../../api/stack.gen';
import { Dialog } from '../../components/Dialog';
import { createDashboard, dashboardsQuery, readDashboard, replaceDashboard } from '../dashboards/calls';
import { nameOf, tilesOf, type ChartState } from './state';

interface AddToDashboardProps {
  chart: ChartState;
  source: Source;
  /** The tile is wanted for an alert that watches it. */
  isForAlert: boolean;
  onClose: () => void;
}

const fresh = 'new';

/** Puts the chart on a dashboard, at the end of it; an alert goes on from there. */
export function AddToDashboard({ chart, source, isForAlert, onClose }: AddToDashboardProps) {
  const dashboards = useQuery(dashboardsQuery);
  const [id, setId] = useState(fresh);
  const [title, setTitle] = useState('');
  const [name, setName] = useState(chart.series[0] === undefined ? '' : nameOf(chart.series[0]));
  const client = useQueryClient();
  const navigate = useNavigate();
  const adding = useMutation({
    mutationFn: () => add(id, title, tilesOf(chart, source, name)),
    async onSuccess({ id: dashboard, tiles }) {
      await client.invalidateQueries({ queryKey: ['dashboards'] });
      if (isForAlert) await navigate({ to: '/alerts', search: { new: 'tile', dashboard, tile: tiles.at(-1)?.id } });
    },
  });
  const choices = [
    { value: fresh, label: 'A new dashboard' },
    ...(dashboards.data ?? []).map((one) => ({ value: one.id, label: one.name })),
  ];
  const isIncomplete = name.trim() === '' || (id === fresh && title.trim() === '');
  if (adding.data !== undefined && !isForAlert) {
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
      title={isForAlert ? 'Create alert' : 'Add to dashboard'}
      action={isForAlert ? 'Add chart and go on' : 'Add chart'}
      isOpen
      onClose={onClose}
      onSubmit={() => adding.mutate()}
      isBusy={adding.isPending}
      isIncomplete={isIncomplete}
      error={adding.error}
    >
      {isForAlert && (
        <Text size="sm" c="dimmed">
          An alert watches a tile. Put the chart on a dashboard first.
        </Text>
      )}
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
