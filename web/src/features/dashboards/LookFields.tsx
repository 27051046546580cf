import { ActionIcon, Button, Checkbox, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { ThresholdLine, YAxis } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { colorChoices } from './color';
import classes from './TileEditor.module.css';
import { formulasOf, isAxis, withField } from './tileForm';
import { isChart, readsMetrics, type Color, type ConfigOf, type PromConfigOf } from './types';

type TimeChartConfig = ConfigOf<'line' | 'stacked_bar'> | PromConfigOf<'line' | 'stacked_bar'>;

interface LookFieldsProps {
  config: TimeChartConfig;
  onChange: (config: TimeChartConfig) => void;
}

/** How a chart over time is drawn: its shape, legend, axes and lines. */
export function LookFields({ config, onChange }: LookFieldsProps) {
  const [isOpen] = useState(() => isLookedAfter(config));
  return (
    <details className={classes.more} open={isOpen}>
      <summary>Axes, legend and thresholds</summary>
      <Stack gap="sm" mt="sm">
        <Group gap="xs" grow>
          {config.displayType === 'stacked_bar' && <ShapeField config={config} onChange={onChange} />}
          <LegendField config={config} onChange={onChange} />
        </Group>
        <AxisFields
          name={hasRight(config) ? 'Left axis' : 'Axis'}
          axis={config.yAxis ?? {}}
          onChange={(axis) => onChange(withField(config, 'yAxis', axis))}
        />
        {config.displayType === 'line' && (
          <Checkbox
            label="Fit the axis to the data instead of starting at 0"
            checked={config.fitYAxisToData === true}
            onChange={(event) => onChange({ ...config, fitYAxisToData: event.currentTarget.checked })}
          />
        )}
        {hasRight(config) && (
          <AxisFields
            name="Right axis"
            axis={config.rightYAxis ?? {}}
            onChange={(axis) => onChange(withField(config, 'rightYAxis', axis))}
          />
        )}
        {readsMetrics(config) && (
          <Checkbox
            label="Show exemplars: measured values that open their trace"
            checked={config.exemplars !== false}
            onChange={({ currentTarget: { checked } }) =>
              onChange(withField(config, 'exemplars', checked ? undefined : false))
            }
          />
        )}
        <LineFields
          lines={config.thresholdLines ?? []}
          onChange={(lines) => onChange(withField(config, 'thresholdLines', lines.length === 0 ? undefined : lines))}
        />
      </Stack>
    </details>
  );
}

function isLookedAfter({ yAxis, rightYAxis, thresholdLines, legend, exemplars }: TimeChartConfig): boolean {
  return [yAxis, rightYAxis, thresholdLines, legend, exemplars].some((field) => field !== undefined);
}

function hasRight(config: TimeChartConfig): boolean {
  if (config.displayType !== 'line' || !isChart(config)) return false;
  return [...config.select, ...formulasOf(config)].some(({ axis }) => axis === 'right');
}

function ShapeField({
  config,
  onChange,
}: LookFieldsProps & { config: ConfigOf<'stacked_bar'> | PromConfigOf<'stacked_bar'> }) {
  return (
    <NativeSelect
      label="Draw as"
      value={config.shape ?? 'bars'}
      data={[
        { value: 'bars', label: 'Bars' },
        { value: 'area', label: 'Areas' },
      ]}
      onChange={(event) =>
        onChange(withField(config, 'shape', event.currentTarget.value === 'area' ? 'area' : undefined))
      }
    />
  );
}

function LegendField({ config, onChange }: LookFieldsProps) {
  return (
    <NativeSelect
      label="Legend"
      value={config.legend ?? 'list'}
      data={[
        { value: 'list', label: 'Names' },
        { value: 'table', label: 'Table with min, avg, max, last' },
        { value: 'hidden', label: 'Hidden' },
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange(withField(config, 'legend', value === 'list' ? undefined : (value as 'table' | 'hidden')))
      }
    />
  );
}

interface AxisFieldsProps {
  name: string;
  axis: YAxis;
  onChange: (axis: YAxis | undefined) => void;
}

function AxisFields({ name, axis, onChange }: AxisFieldsProps) {
  const put = (changed: { [Field in keyof YAxis]: YAxis[Field] | undefined }) => {
    const kept = Object.entries({ ...axis, ...changed }).filter(([, value]) => value !== undefined);
    onChange(kept.length === 0 ? undefined : (Object.fromEntries(kept) as YAxis));
  };
  const end = (field: 'min' | 'max', label: string, error: string | null = null) => (
    <NumberInput
      label={label}
      aria-label={`${label} of the ${name.toLowerCase()}`}
      placeholder="Auto"
      value={axis[field] ?? ''}
      hideControls
      error={error}
      onChange={(value) => put({ [field]: value === '' ? undefined : Number(value) })}
    />
  );
  return (
    <Group gap="xs" align="flex-start" grow>
      <NativeSelect
        label={name}
        value={axis.scale ?? 'linear'}
        data={[
          { value: 'linear', label: 'Linear' },
          { value: 'log', label: 'Logarithmic' },
        ]}
        onChange={(event) => put({ scale: event.currentTarget.value === 'log' ? 'log' : undefined })}
      />
      {end('min', 'Minimum')}
      {end('max', 'Maximum', isAxis(axis) ? null : 'Must be greater than the minimum.')}
    </Group>
  );
}

/** The server takes no more. */
const linesMax = 10;

function LineFields({ lines, onChange }: { lines: ThresholdLine[]; onChange: (lines: ThresholdLine[]) => void }) {
  return (
    <Stack gap="xs" role="group" aria-label="Threshold lines">
      <Text size="sm">Threshold lines</Text>
      {lines.map((line, at) => (
        <LineForm
          key={at}
          place={at + 1}
          line={line}
          onChange={(changed) => onChange(lines.with(at, changed))}
          onRemove={() => onChange(lines.toSpliced(at, 1))}
        />
      ))}
      {lines.length < linesMax && (
        <Button
          size="compact-sm"
          variant="default"
          w="fit-content"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange([...lines, { value: 0 }])}
        >
          Add threshold line
        </Button>
      )}
    </Stack>
  );
}

interface LineFormProps {
  place: number;
  line: ThresholdLine;
  onChange: (line: ThresholdLine) => void;
  onRemove: () => void;
}

function LineForm({ place, line, onChange, onRemove }: LineFormProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <NumberInput
        aria-label={`Value of line ${place}`}
        flex={1}
        hideControls
        value={line.value}
        onChange={(value) => onChange({ ...line, value: Number(value) })}
      />
      <TextInput
        aria-label={`Label of line ${place}`}
        placeholder="Label"
        flex={1}
        maxLength={40}
        value={line.label ?? ''}
        onChange={(event) => onChange({ ...line, label: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={`Colour of line ${place}`}
        w={96}
        value={line.color ?? 'chart-red'}
        data={colorChoices}
        onChange={(event) => onChange({ ...line, color: event.currentTarget.value as Color })}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove line ${place}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </ActionIcon>
    </Group>
  );
}
