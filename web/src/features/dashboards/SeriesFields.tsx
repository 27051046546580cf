import {
  ActionIcon,
  Autocomplete,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { SelectItem } from '../../api/stack.gen';
import { listFields } from '../../api/telemetry';
import { aggregateChoices, fitting, metricTypes, type MetricType } from '../../charting/aggregates';
import { Icon } from '../../components/Icon';
import { useMetricFields } from '../metrics/useMetricFields';
import { MetricField } from '../metrics/MetricField';
import mono from '../parts/mono.module.css';
import { ConditionField } from './ConditionField';
import { GroupByField } from './GroupByField';
import classes from './TileEditor.module.css';
import { seriesMaxOf, withFunction, withMetric } from './tileForm';
import type { ChartConfig, ConfigOf } from './types';

interface SeriesFieldsProps {
  config: ChartConfig;
  isMetric: boolean;
  onChange: (config: ChartConfig) => void;
}

/** The series of a chart: what is counted or computed, of which events, and how it is grouped. */
export function SeriesFields({ config, isMetric, onChange }: SeriesFieldsProps) {
  const items = config.select;
  const fields = useFields(config, isMetric);
  const put = (select: SelectItem[]) => onChange({ ...config, select });
  return (
    <Stack gap="sm">
      {items.map((item, at) => (
        <SeriesForm
          key={at}
          sourceId={config.sourceId}
          letter={String.fromCodePoint(65 + at)}
          item={item}
          isMetric={isMetric}
          fields={fields}
          onChange={(changed) => put(items.with(at, changed))}
          {...(items.length > 1 && { onRemove: () => put(items.toSpliced(at, 1)) })}
        />
      ))}
      {items.length < seriesMaxOf(config.displayType) && (
        <Button
          size="compact-sm"
          variant="default"
          w="fit-content"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => put([...items, { ...(items.at(-1) ?? { aggFn: 'count' }) }])}
        >
          Add series
        </Button>
      )}
      {config.displayType !== 'number' && (
        <GroupByField
          sourceId={config.sourceId}
          value={config.groupBy ?? ''}
          onChange={(groupBy) => onChange({ ...config, groupBy })}
        />
      )}
      {items.length === 2 && isDivisible(config) && (
        <Checkbox
          label="Show A divided by B"
          checked={config.asRatio === true}
          onChange={(event) => onChange({ ...config, asRatio: event.currentTarget.checked })}
        />
      )}
      {config.displayType === 'line' && (
        <Checkbox
          label="Compare to previous period"
          checked={config.compareToPreviousPeriod === true}
          onChange={(event) => onChange({ ...config, compareToPreviousPeriod: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

function isDivisible(config: ChartConfig): config is ConfigOf<'line' | 'stacked_bar' | 'table'> {
  return config.displayType === 'line' || config.displayType === 'stacked_bar' || config.displayType === 'table';
}

/** What a source has, or the metrics of the series, for completion. */
function useFields({ sourceId, select }: ChartConfig, isMetric: boolean): string[] {
  const named = select.map(({ metricName = '', metricType = 'gauge' }) => ({ metricName, metricType }));
  const attributes = useMetricFields(sourceId, isMetric ? named : []);
  const fields = useQuery({
    queryKey: ['fields', sourceId],
    queryFn: ({ signal }) => listFields({ sourceId }, signal),
    enabled: sourceId !== '' && !isMetric,
    staleTime: 60_000,
  });
  if (isMetric) return attributes;
  return [...new Set((fields.data?.data ?? []).map(({ expression }) => expression))];
}

interface SeriesFormProps {
  sourceId: string;
  letter: string;
  item: SelectItem;
  isMetric: boolean;
  fields: string[];
  onChange: (item: SelectItem) => void;
  onRemove?: () => void;
}

function SeriesForm({ sourceId, letter, item, isMetric, fields, onChange, onRemove }: SeriesFormProps) {
  return (
    <Stack gap="sm" className={classes.series} role="group" aria-label={`Series ${letter}`}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {letter}
        </Text>
        {onRemove !== undefined && (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove series ${letter}`} onClick={onRemove}>
            <Icon name="close" size={14} />
          </ActionIcon>
        )}
      </Group>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          label="Function"
          w={190}
          value={item.aggFn}
          data={aggregateChoices(isMetric ? (item.metricType ?? 'gauge') : null, item.aggFn)}
          onChange={(event) => onChange(withFunction(item, event.currentTarget.value as SelectItem['aggFn']))}
        />
        {item.aggFn === 'quantile' && (
          <NumberInput
            label="Level"
            w={84}
            min={0}
            max={1}
            step={0.05}
            decimalScale={4}
            value={item.level ?? 0.95}
            onChange={(level) => onChange({ ...item, level: Number(level) })}
          />
        )}
        {item.aggFn !== 'count' && !isMetric && (
          <Autocomplete
            label="Of"
            flex={1}
            classNames={{ input: mono.input ?? '' }}
            data={fields}
            value={item.valueExpression ?? ''}
            onChange={(valueExpression) => onChange({ ...item, valueExpression })}
          />
        )}
      </Group>
      {isMetric && (
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <MetricField
            sourceId={sourceId}
            value={item.metricName ?? ''}
            onChoose={(choice) => onChange(withMetric(item, choice))}
            onName={(metricName) => onChange(withFunction({ ...item, metricName }, item.aggFn))}
          />
          <NativeSelect
            label="Type"
            w={170}
            value={item.metricType ?? 'gauge'}
            data={metricTypes}
            onChange={(event) => onChange(withType(item, event.currentTarget.value as MetricType))}
          />
        </Group>
      )}
      <ConditionField
        sourceId={sourceId}
        where={item.where ?? ''}
        language={item.whereLanguage ?? 'lucene'}
        onChange={(where, whereLanguage) => onChange({ ...item, where, whereLanguage })}
      />
      <TextInput
        label="Legend name"
        value={item.alias ?? ''}
        onChange={(event) => onChange(withAlias(item, event.currentTarget.value))}
      />
    </Stack>
  );
}

function withType(item: SelectItem, metricType: MetricType): SelectItem {
  return withFunction({ ...item, metricType }, fitting(item.aggFn, metricType));
}

function withAlias({ alias: _alias, ...item }: SelectItem, alias: string): SelectItem {
  return alias === '' ? item : { ...item, alias };
}
