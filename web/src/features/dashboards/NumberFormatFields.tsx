import { Group, NativeSelect, NumberInput, TextInput } from '@mantine/core';

import type { NumberFormat } from '../../api/stack.gen';

/** How numbers can be written. */
export const outputs = [
  { value: '', label: 'Auto' },
  { value: 'number', label: 'Number' },
  { value: 'percent', label: 'Percent' },
  { value: 'byte', label: 'Bytes' },
  { value: 'duration', label: 'Duration' },
  { value: 'currency', label: 'Currency' },
];

interface NumberFormatFieldsProps {
  format: NumberFormat | undefined;
  onChange: (format: NumberFormat | undefined) => void;
}

/** How numbers are written. */
export function NumberFormatFields({ format, onChange }: NumberFormatFieldsProps) {
  const set = (changed: Partial<NumberFormat>) => onChange({ output: 'number', ...format, ...changed });
  return (
    <Group gap="xs" align="flex-end" grow>
      <NativeSelect
        label="Number format"
        value={format?.output ?? ''}
        data={outputs}
        onChange={({ currentTarget: { value } }) => (value === '' ? onChange(undefined) : set({ output: value }))}
      />
      {format !== undefined && (
        <TextInput
          label="Unit"
          miw={120}
          value={format.unit ?? ''}
          onChange={(event) => set({ unit: event.currentTarget.value })}
        />
      )}
      {format !== undefined && (
        <NumberInput
          label="Multiply by"
          miw={120}
          value={format.factor ?? 1}
          decimalScale={12}
          onChange={(factor) => set({ factor: Number(factor) })}
        />
      )}
    </Group>
  );
}
