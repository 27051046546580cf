import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

import type { NumberFormat } from '../api/stack.gen';
import { exampleQuantity, readQuantity, writeQuantity } from '../quantity';

interface QuantityFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** As it is stored; NaN while nothing is typed or what is typed says no number. */
  value: number;
  /** What the number measures. */
  format: NumberFormat | undefined;
  onChange: (value: number) => void;
}

/** A number with its unit, typed as people write it: `1.5 s`, `200ms`, `10 %`, `2 GB`. */
export function QuantityField({ value, format, onChange, ...props }: QuantityFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readQuantity(typed, format);
  const isOwn = read !== null && ('mistake' in read ? Number.isNaN(value) : read.value === value);
  const text = typed !== null && isOwn ? typed : Number.isNaN(value) ? '' : writeQuantity(value, format);
  const type = (next: string) => {
    setTyped(next);
    const found = readQuantity(next, format);
    onChange('value' in found ? found.value : Number.NaN);
  };
  return (
    <TextInput
      {...props}
      inputMode={format === undefined ? 'decimal' : 'text'}
      placeholder={exampleQuantity(format)}
      value={text}
      error={isOwn && 'mistake' in read ? read.mistake : undefined}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => !Number.isNaN(value) && setTyped(null)}
    />
  );
}
