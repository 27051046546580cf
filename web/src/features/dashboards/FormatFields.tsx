import { Checkbox, Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';

import type { NumberFormat } from '../../api/stack.gen';
import { colorTokens } from './color';
import type { Color, TileConfig } from './types';

const outputs = [
  { value: '', label: 'As it comes' },
  { value: 'number', label: 'Number' },
  { value: 'percent', label: 'Percent' },
  { value: 'byte', label: 'Bytes' },
  { value: 'duration', label: 'Duration' },
  { value: 'currency', label: 'Currency' },
];

interface FormatFieldsProps {
  config: TileConfig;
  onChange: (changed: Partial<TileConfig>) => void;
}

/** How numbers are written, and how many groups are shown. */
export function FormatFields({ config, onChange }: FormatFieldsProps) {
  const format = config.numberFormat;
  const set = (changed: Partial<NumberFormat>) =>
    onChange({ numberFormat: { output: 'number', ...format, ...changed } });
  const limitField = config.displayType === 'pie' || config.displayType === 'bar' ? 'limit' : 'seriesLimit';
  return (
    <>
      <Group gap="xs" align="flex-end" grow>
        <NativeSelect
          label="Numbers"
          value={format?.output ?? ''}
          data={outputs}
          onChange={(event) => chooseOutput(event.currentTarget.value, onChange, set)}
        />
        {format !== undefined && (
          <TextInput
            label="Unit"
            value={format.unit ?? ''}
            onChange={(event) => set({ unit: event.currentTarget.value })}
          />
        )}
        {format !== undefined && (
          <NumberInput
            label="Multiplied by"
            value={format.factor ?? 1}
            decimalScale={12}
            onChange={(factor) => set({ factor: Number(factor) })}
          />
        )}
      </Group>
      {['line', 'stacked_bar', 'pie', 'bar'].includes(config.displayType) && (
        <NumberInput
          label="Groups at most"
          description="The largest stay."
          min={1}
          max={1000}
          value={config[limitField] ?? ''}
          placeholder={limitField === 'limit' ? '12' : '20'}
          onChange={(limit) => onChange({ [limitField]: limit === '' ? undefined : Number(limit) })}
        />
      )}
      {config.displayType === 'number' && <NumberLook config={config} onChange={onChange} />}
    </>
  );
}

function chooseOutput(
  output: string,
  onChange: FormatFieldsProps['onChange'],
  set: (changed: Partial<NumberFormat>) => void,
): void {
  if (output === '') onChange({ numberFormat: undefined });
  else set({ output });
}

function NumberLook({ config, onChange }: FormatFieldsProps) {
  const colors = [
    { value: '', label: 'Text colour' },
    ...colorTokens.map((token) => ({ value: token as string, label: token.replace('chart-', '') })),
  ];
  return (
    <Group gap="md" align="flex-end">
      <NativeSelect
        label="Colour"
        value={config.color ?? ''}
        data={colors}
        onChange={(event) =>
          onChange({ color: event.currentTarget.value === '' ? undefined : (event.currentTarget.value as Color) })
        }
      />
      <Checkbox
        label="Its course in the background"
        checked={config.backgroundChart !== undefined}
        onChange={(event) => onChange({ backgroundChart: event.currentTarget.checked ? { type: 'area' } : undefined })}
      />
    </Group>
  );
}
