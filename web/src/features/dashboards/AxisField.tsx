import { NativeSelect } from '@mantine/core';

interface AxisFieldProps<Item> {
  item: Item;
  onChange: (item: Item) => void;
}

/** The axis that a series is drawn on. */
export function AxisField<Item extends { axis?: 'left' | 'right' }>({ item, onChange }: AxisFieldProps<Item>) {
  const { axis, ...rest } = item;
  return (
    <NativeSelect
      label="Axis"
      w={84}
      value={axis ?? 'left'}
      data={[
        { value: 'left', label: 'Left' },
        { value: 'right', label: 'Right' },
      ]}
      onChange={(event) =>
        onChange((event.currentTarget.value === 'right' ? { ...rest, axis: 'right' } : rest) as Item)
      }
    />
  );
}
