import { Anchor, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import type { Dashboard } from '../../api/stack.gen';
import { Dialog } from '../../components/Dialog';
import { namesOf } from '../../components/names';
import { NameSelect } from '../../components/NameSelect';
import { boardName } from '../dashboards/board';
import { createDashboard, dashboardsQuery, readDashboard, replaceDashboard } from '../dashboards/calls';
import type { TileConfig } from '../dashboards/types';
import { tileOf } from './state';

interface AddToDashboardProps {
  config: TileConfig;
  /** What the tile is called at first. */
  name: string;
  /** The tile is wanted for an alert that watches it. */
  isForAlert: boolean;
  /** What to know about the tile before it is added. */
  note?: string;
  onClose: () => void;
}

const fresh = 'new';

/** Puts a chart or a list on a dashboard, at the end of it; an alert goes on from there. */
export function AddToDashboard({ config, name: usual, isForAlert, note, onClose }: AddToDashboardProps) {
  const dashboards = useQuery(dashboardsQuery);
  const [id, setId] = useState(fresh);
  const [title, setTitle] = useState('');
  const [name, setName] = useState(usual);
  const client = useQueryClient();
  const navigate = useNavigate();
  const adding = useMutation({
    mutationFn: () => add(id, title, name, config),
    async onSuccess({ id: dashboard, tiles }) {
      await client.invalidateQueries({ queryKey: ['dashboards'] });
      if (isForAlert) await navigate({ to: '/alerts', search: { new: 'tile', dashboard, tile: tiles.at(-1)?.id } });
    },
  });
  const choices = [
    { value: fresh, label: 'A new dashboard' },
    ...namesOf((dashboards.data ?? []).map((one) => ({ id: one.id, name: boardName(one) }))),
  ];
  const isIncomplete = name.trim() === '' || (id === fresh && title.trim() === '');
  if (adding.data !== undefined && !isForAlert) {
    return (
      <Dialog title="Add to dashboard" action="Done" content={null} onClose={onClose} onSubmit={onClose}>
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
      content={[id, title, name]}
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
      {note !== undefined && (
        <Text size="sm" role="status">
          {note}
        </Text>
      )}
      <TextInput
        label="Name of the tile"
        value={name}
        maxLength={1024}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <NameSelect label="Dashboard" names={choices} value={id} onChange={setId} />
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

async function add(id: string, title: string, name: string, config: TileConfig): Promise<Dashboard> {
  if (id === fresh) return createDashboard({ name: title, tiles: [tileOf(config, name, 0)], tags: [] });
  const { value, etag } = await readDashboard(id);
  const bottom = value.tiles.reduce((most, { y, h }) => Math.max(most, y + h), 0);
  const body = { ...value, tiles: [...value.tiles, tileOf(config, name, bottom)] };
  return (await replaceDashboard(id, body, etag)).value;
}
