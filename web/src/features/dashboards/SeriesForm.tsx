import { ActionIcon, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';

import type { SelectItem } from '../../api/stack.gen';
import { aggregateChoices, fitting, metricTypes, type MetricType } from '../../charting/aggregates';
import { Icon } from '../../components/Icon';
import { MetricField } from '../metrics/MetricField';
import { AxisField } from './AxisField';
import { ConditionField } from './ConditionField';
import { ExpressionField } from './ExpressionField';
import classes from './TileEditor.module.css';
import { withFunction, withMetric } from './tileForm';

interface SeriesFormProps {
  sourceId: string;
  /** Its place among the series, which its letter says. */
  place: number;
  item: SelectItem;
  isMetric: boolean;
  /** It can be drawn on either axis. */
  hasAxis: boolean;
  onChange: (item: SelectItem) => void;
  onRemove?: () => void;
}

/** One series: a function, what it is taken of, of which rows, and its name. */
export function SeriesForm({ sourceId, place, item, isMetric, hasAxis, onChange, onRemove }: SeriesFormProps) {
  const letter = String.fromCodePoint(65 + place);
  return (
    <Stack gap="sm" className={classes.series} role="group" aria-label={`Series ${letter}`}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Series {letter}
        </Text>
        {onRemove !== undefined && (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove series ${letter}`} onClick={onRemove}>
            <Icon name="close" size={14} />
          </ActionIcon>
        )}
      </Group>
      {isMetric && <MetricFields sourceId={sourceId} item={item} onChange={onChange} />}
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <NativeSelect
          label="Function"
          flex="1 1 120px"
          value={item.aggFn}
          data={aggregateChoices(isMetric ? (item.metricType ?? 'gauge') : null, item.aggFn)}
          onChange={(event) => onChange(withFunction(item, event.currentTarget.value as SelectItem['aggFn']))}
        />
        {item.aggFn === 'quantile' && (
          <NumberInput
            label="Level"
            w={76}
            min={0}
            max={1}
            step={0.05}
            decimalScale={4}
            value={item.level ?? 0.95}
            onChange={(level) => onChange({ ...item, level: Number(level) })}
          />
        )}
        {item.aggFn !== 'count' && !isMetric && (
          <ExpressionField
            sourceId={sourceId}
            path={`select.${place}.valueExpression`}
            value={item.valueExpression ?? ''}
            onChange={(valueExpression) => onChange({ ...item, valueExpression })}
          />
        )}
      </Group>
      <ConditionField
        sourceId={sourceId}
        path={`select.${place}.where`}
        where={item.where ?? ''}
        language={item.whereLanguage ?? 'lucene'}
        onChange={(where, whereLanguage) => onChange({ ...item, where, whereLanguage })}
      />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Legend name"
          flex={1}
          value={item.alias ?? ''}
          onChange={(event) => onChange(withAlias(item, event.currentTarget.value))}
        />
        {hasAxis && <AxisField item={item} onChange={onChange} />}
      </Group>
    </Stack>
  );
}

function MetricFields({ sourceId, item, onChange }: Pick<SeriesFormProps, 'sourceId' | 'item' | 'onChange'>) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <MetricField
        sourceId={sourceId}
        value={item.metricName ?? ''}
        onChoose={(choice) => onChange(withMetric(item, choice))}
        onName={(metricName) => onChange(withFunction({ ...item, metricName }, item.aggFn))}
      />
      <NativeSelect
        label="Type"
        w={120}
        value={item.metricType ?? 'gauge'}
        data={metricTypes}
        onChange={(event) => onChange(withType(item, event.currentTarget.value as MetricType))}
      />
    </Group>
  );
}

function withType(item: SelectItem, metricType: MetricType): SelectItem {
  return withFunction({ ...item, metricType }, fitting(item.aggFn, metricType));
}

function withAlias({ alias: _alias, ...item }: SelectItem, alias: string): SelectItem {
  return alias === '' ? item : { ...item, alias };
}
