import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import { isShift } from '../../time/shift';

interface ShiftFieldProps {
  value: string | undefined;
  onChange: (shift: string | undefined) => void;
}

const other = 'other';
const choices = [
  { value: '', label: 'None' },
  { value: '1h', label: '1 hour earlier' },
  { value: '1d', label: '1 day earlier' },
  { value: '1w', label: '1 week earlier' },
  { value: other, label: 'Other' },
];

/** How much earlier than the page a tile shows. */
export function ShiftField({ value = '', onChange }: ShiftFieldProps) {
  const [isOther, setOther] = useState(() => !choices.some((one) => one.value === value));
  const put = (text: string) => onChange(text === '' ? undefined : text);
  return (
    <Group gap="xs" align="flex-start" grow>
      <NativeSelect
        label="Time shift"
        value={isOther ? other : value}
        data={choices}
        onChange={({ currentTarget: { value: chosen } }) => {
          setOther(chosen === other);
          if (chosen !== other) put(chosen);
        }}
      />
      {isOther && (
        <TextInput
          label="How much earlier"
          placeholder="90m"
          value={value}
          error={value !== '' && !isShift(value) && 'Type a number and s, m, h, d or w, at most 366d.'}
          onChange={({ currentTarget: { value: typed } }) => put(typed.trim())}
        />
      )}
    </Group>
  );
}
