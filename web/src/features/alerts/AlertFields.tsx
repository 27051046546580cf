import { Group, NativeSelect, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core';

import type { Dashboard } from '../../api/stack.gen';
import { namesOf, type Named } from '../../components/names';
import { NameSelect } from '../../components/NameSelect';
import { QuantityField } from '../../components/QuantityField';
import { shiftWords } from '../../time/shift';
import { boardName } from '../dashboards/board';
import { GroupByField } from '../dashboards/GroupByField';
import { unchosen } from '../dashboards/scope';
import { canAlert, configOf, shiftOf } from '../dashboards/types';
import { textWith } from '../dashboards/variables';
import { intervals, intervalWords, isRange, thresholdNames, withSource } from './form';
import type { AlertForm, Interval, ThresholdType } from './types';
import { useWatchable } from './useWatchable';
import { namesVariables, watchedBy } from './watched';

interface AlertFieldsProps {
  form: AlertForm;
  onChange: (changed: Partial<AlertForm>) => void;
}

/** What an alert watches, and when it fires. */
export function AlertFields({ form, onChange }: AlertFieldsProps) {
  return (
    <>
      <WatchFields form={form} onChange={onChange} />
      <RuleFields form={form} onChange={onChange} />
    </>
  );
}

function WatchFields({ form, onChange }: AlertFieldsProps) {
  const { dashboards, searches, isRead } = useWatchable();
  const gone = (id: string, list: Named[], noun: string) =>
    isRead && id !== '' && !list.some(({ value }) => value === id)
      ? `This ${noun} was deleted. Choose another one.`
      : undefined;
  const dashboard = dashboards.find(({ id }) => id === form.dashboardId);
  const tiles = tilesOf(dashboard);
  const found = namesOf(searches);
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
        onChange={(source) => onChange(withSource(form, source as 'tile'))}
      />
      {form.source === 'tile' ? (
        <>
          <NameSelect
            label="Dashboard"
            placeholder="Choose a dashboard"
            value={form.dashboardId}
            names={namesOf(dashboards.map((one) => ({ id: one.id, name: boardName(one) })))}
            onChange={(dashboardId) => onChange({ dashboardId, tileId: '' })}
          />
          <NameSelect
            label="Tile"
            placeholder="Choose a tile"
            description={`Alerts can watch lines, bars over time and numbers.${tileWords(dashboard, form.tileId)}`}
            value={form.tileId}
            error={gone(form.tileId, tiles, 'tile')}
            names={tiles}
            onChange={(tileId) => onChange({ tileId })}
          />
        </>
      ) : (
        <>
          <NameSelect
            label="Saved search"
            description="The alert counts the events it finds."
            placeholder="Choose a saved search"
            value={form.savedSearchId}
            error={gone(form.savedSearchId, found, 'saved search')}
            names={found}
            onChange={(savedSearchId) => onChange({ savedSearchId })}
          />
          <GroupByField
            description="Each group fires separately. Leave empty to count all events together."
            sourceId={searches.find(({ id }) => id === form.savedSearchId)?.sourceId ?? ''}
            value={form.groupBy}
            onChange={(groupBy) => onChange({ groupBy })}
          />
        </>
      )}
    </Stack>
  );
}

/** Says what an alert watches of a tile that shows something else: an earlier time, or what is chosen. */
function tileWords(dashboard: Dashboard | undefined, tileId: string): string {
  const tile = dashboard?.tiles.find(({ id }) => id === tileId);
  if (dashboard === undefined || tile === undefined) return '';
  const shift = shiftWords(shiftOf(configOf(tile.config)));
  const present = shift === '' ? '' : ` This tile shows the time ${shift}; the alert watches the present.`;
  return present + (namesVariables(tile, dashboard) ? nothingChosen : '');
}

const nothingChosen = ' Nothing is chosen for the variables of the dashboard: the alert watches all values.';

function tilesOf(dashboard: Dashboard | undefined): Named[] {
  const tiles = (dashboard?.tiles ?? []).filter(({ config }) => canAlert(config));
  return namesOf(
    tiles.map(({ id, name }) => ({ id: id ?? '', name: textWith(name, unchosen(dashboard?.filters)) || 'Untitled' })),
  );
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
          { value: 'ok', label: 'Count as no breach' },
          { value: 'fire', label: 'Fire' },
        ]}
        onChange={(event) => onChange({ noData: event.currentTarget.value as AlertForm['noData'] })}
      />
    </Stack>
  );
}
