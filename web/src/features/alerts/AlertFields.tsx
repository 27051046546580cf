import {
  Anchor,
  Group,
  MultiSelect,
  NativeSelect,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import type { Dashboard } from '../../api/stack.gen';
import { QuantityField } from '../../components/QuantityField';
import { canAlert } from '../dashboards/types';
import { webhooksQuery } from '../team/calls';
import { intervals, intervalWords, isRange, thresholdNames } from './form';
import type { AlertForm, Interval, ThresholdType } from './types';
import { useWatchable } from './useWatchable';
import { watchedBy } from './watched';

interface AlertFieldsProps {
  form: AlertForm;
  onChange: (changed: Partial<AlertForm>) => void;
}

/** What an alert watches, when it fires, and who is told. */
export function AlertFields({ form, onChange }: AlertFieldsProps) {
  return (
    <>
      <WatchFields form={form} onChange={onChange} />
      <RuleFields form={form} onChange={onChange} />
      <TellFields form={form} onChange={onChange} />
    </>
  );
}

function WatchFields({ form, onChange }: AlertFieldsProps) {
  const { dashboards, searches } = useWatchable();
  const tiles = tilesOf(dashboards.find(({ id }) => id === form.dashboardId));
  return (
    <Stack gap="sm" role="group" aria-label="What it watches">
      <Text fw={600} size="sm">
        Watch
      </Text>
      <SegmentedControl
        aria-label="What it watches"
        data={[
          { value: 'search', label: 'A saved search' },
          { value: 'tile', label: 'A tile' },
        ]}
        value={form.source}
        onChange={(source) => onChange({ source: source as 'tile' })}
      />
      {form.source === 'tile' ? (
        <>
          <NativeSelect
            label="Dashboard"
            value={form.dashboardId}
            data={[
              { value: '', label: 'Choose a dashboard' },
              ...dashboards.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => onChange({ dashboardId: event.currentTarget.value, tileId: '' })}
          />
          <NativeSelect
            label="Tile"
            description="Alerts can watch lines, bars over time and numbers."
            value={form.tileId}
            data={[{ value: '', label: 'Choose a tile' }, ...tiles]}
            onChange={(event) => onChange({ tileId: event.currentTarget.value })}
          />
        </>
      ) : (
        <>
          <NativeSelect
            label="Saved search"
            description="The alert counts the events it finds."
            value={form.savedSearchId}
            data={[
              { value: '', label: 'Choose a saved search' },
              ...searches.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => onChange({ savedSearchId: event.currentTarget.value })}
          />
          <TextInput
            label="Group by"
            description="Each group fires separately. Leave empty to count all events together."
            placeholder="ServiceName"
            value={form.groupBy}
            onChange={(event) => onChange({ groupBy: event.currentTarget.value })}
          />
        </>
      )}
    </Stack>
  );
}

function tilesOf(dashboard: Dashboard | undefined): { value: string; label: string }[] {
  return (dashboard?.tiles ?? [])
    .filter(({ config }) => canAlert(config))
    .map(({ id, name }) => ({ value: id ?? '', label: name || 'Untitled' }));
}

function RuleFields({ form, onChange }: AlertFieldsProps) {
  const span = intervals.map((value) => ({ value, label: intervalWords(value) }));
  const format = watchedBy(form, useWatchable())?.format;
  return (
    <Stack gap="sm" role="group" aria-label="When it fires">
      <Text fw={600} size="sm">
        Fire when the value
      </Text>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <NativeSelect
          aria-label="Condition"
          w={150}
          value={form.thresholdType}
          data={Object.entries(thresholdNames).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onChange({ thresholdType: event.currentTarget.value as ThresholdType })}
        />
        <QuantityField
          aria-label="Threshold"
          flex={1}
          value={form.threshold}
          format={format}
          onChange={(threshold) => onChange({ threshold })}
        />
        {isRange(form.thresholdType) && (
          <QuantityField
            aria-label="Upper threshold"
            flex={1}
            value={form.thresholdMax}
            format={format}
            onChange={(thresholdMax) => onChange({ thresholdMax })}
          />
        )}
      </Group>
      <Group gap="xs" grow align="flex-end">
        <NativeSelect
          label="Evaluation window"
          value={form.interval}
          data={span}
          onChange={(event) => onChange({ interval: event.currentTarget.value as Interval })}
        />
        <NumberInput
          label="Consecutive windows"
          min={1}
          max={1440}
          value={form.windows}
          onChange={(value) => onChange({ windows: Number(value) || 1 })}
        />
      </Group>
      <NativeSelect
        label="If a window has no data"
        value={form.noData}
        data={[
          { value: '', label: 'Default: counts are 0, others keep their state' },
          { value: 'zero', label: 'Treat as 0' },
          { value: 'keep', label: 'Keep the state' },
          { value: 'fire', label: 'Fire' },
        ]}
        onChange={(event) => onChange({ noData: event.currentTarget.value as AlertForm['noData'] })}
      />
    </Stack>
  );
}

function TellFields({ form, onChange }: AlertFieldsProps) {
  const webhooks = useQuery(webhooksQuery);
  const options = (webhooks.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack gap="sm" role="group" aria-label="Notifications">
      <Text fw={600} size="sm">
        Tell
      </Text>
      <MultiSelect
        label="Webhooks"
        placeholder={form.webhookIds.length === 0 ? 'Choose at least one' : ''}
        data={options}
        value={form.webhookIds}
        onChange={(webhookIds) => onChange({ webhookIds })}
        maxValues={10}
      />
      {webhooks.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          There are no webhooks yet.{' '}
          <Anchor component={Link} to="/team/webhooks" inherit>
            Create one in the team settings
          </Anchor>
        </Text>
      )}
      <NativeSelect
        label="While firing"
        value={form.renotifyInterval}
        data={[
          { value: '', label: 'Notify once' },
          ...intervals.map((value) => ({ value, label: `Notify again every ${intervalWords(value)}` })),
        ]}
        onChange={(event) => onChange({ renotifyInterval: event.currentTarget.value as AlertForm['renotifyInterval'] })}
      />
      <TextInput
        label="Name"
        description="The title of its notifications. Defaults to what it watches."
        value={form.name}
        maxLength={512}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        label="Message"
        description="A template for the text of its notifications."
        value={form.message}
        maxLength={4096}
        onChange={(event) => onChange({ message: event.currentTarget.value })}
        autosize
        minRows={2}
      />
      <Textarea
        label="Note"
        description="For the team, such as a runbook. It is not sent."
        value={form.note}
        maxLength={4096}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
        autosize
        minRows={2}
      />
    </Stack>
  );
}
