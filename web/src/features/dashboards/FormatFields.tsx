import { Checkbox, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';

import { unreachable } from '../../exhaustive';
import mono from '../parts/mono.module.css';
import { colorChoices } from './color';
import { LookFields } from './LookFields';
import { useMistakeAt } from './mistake';
import { NumberFormatFields } from './NumberFormatFields';
import { withField } from './tileForm';
import type { ChartConfig, Color, ConfigOf } from './types';

interface FormatFieldsProps<Config> {
  config: Config;
  onChange: (config: Config) => void;
}

/** How numbers are written, and how many groups are shown. */
export function FormatFields({ config, onChange }: FormatFieldsProps<ChartConfig>) {
  return (
    <>
      <NumberFormatFields
        format={config.numberFormat}
        onChange={(format) => onChange(withField(config, 'numberFormat', format))}
      />
      <TypeFields config={config} onChange={onChange} />
    </>
  );
}

/** What only some types of charts have. */
function TypeFields({ config, onChange }: FormatFieldsProps<ChartConfig>) {
  switch (config.displayType) {
    case 'line':
    case 'stacked_bar':
      return (
        <>
          <LimitField
            value={config.seriesLimit}
            usual={20}
            onChange={(limit) => onChange(withField(config, 'seriesLimit', limit))}
          />
          <LookFields config={config} onChange={(changed) => onChange(changed as ChartConfig)} />
        </>
      );
    case 'pie':
    case 'bar':
      return (
        <LimitField value={config.limit} usual={12} onChange={(limit) => onChange(withField(config, 'limit', limit))} />
      );
    case 'number':
      return <NumberLook config={config} onChange={onChange} />;
    case 'table':
      return <TableLook config={config} onChange={onChange} />;
    default:
      return unreachable(config);
  }
}

interface LimitFieldProps {
  value: number | undefined;
  /** What holds when nothing is said. */
  usual: number;
  onChange: (limit: number | undefined) => void;
}

export function LimitField({ value, usual, onChange }: LimitFieldProps) {
  return (
    <NumberInput
      label="Maximum groups"
      description="The largest groups are shown."
      min={1}
      max={1000}
      value={value ?? ''}
      placeholder={String(usual)}
      onChange={(limit) => onChange(limit === '' ? undefined : Number(limit))}
    />
  );
}

function TableLook({ config, onChange }: FormatFieldsProps<ConfigOf<'table'>>) {
  const [orderMistake, havingMistake] = [useMistakeAt('orderBy'), useMistakeAt('having')];
  return (
    <Group gap="xs" align="flex-start" grow>
      <TextInput
        label="Order by"
        placeholder="count() DESC"
        classNames={{ input: mono.input ?? '' }}
        value={config.orderBy ?? ''}
        error={orderMistake}
        onChange={({ currentTarget: { value } }) => onChange(withField(config, 'orderBy', value || undefined))}
      />
      <TextInput
        label="Having"
        placeholder="count() > 10"
        classNames={{ input: mono.input ?? '' }}
        value={config.having ?? ''}
        error={havingMistake}
        onChange={({ currentTarget: { value } }) => onChange(withField(config, 'having', value || undefined))}
      />
    </Group>
  );
}

function NumberLook({ config, onChange }: FormatFieldsProps<ConfigOf<'number'>>) {
  return (
    <Group gap="md" align="flex-end">
      <ColorField value={config.color} onChange={(color) => onChange(withField(config, 'color', color))} />
      <Checkbox
        label="Sparkline below the number"
        checked={config.backgroundChart !== undefined}
        onChange={(event) =>
          onChange(withField(config, 'backgroundChart', event.currentTarget.checked ? { type: 'area' } : undefined))
        }
      />
    </Group>
  );
}

interface ColorFieldProps {
  value: Color | undefined;
  onChange: (color: Color | undefined) => void;
}

/** The colour of a number. */
export function ColorField({ value, onChange }: ColorFieldProps) {
  return (
    <NativeSelect
      label="Colour"
      value={value ?? ''}
      data={[{ value: '', label: 'Default' }, ...colorChoices]}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? undefined : (chosen as Color))}
    />
  );
}
