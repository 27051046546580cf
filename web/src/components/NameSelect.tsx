import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

import { namesFound, type Named } from './names';

interface NameSelectProps {
  label: string;
  description?: string;
  error?: ReactNode;
  placeholder?: string;
  names: Named[];
  /** Empty while none is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** Chooses one of many by its name: typing finds it, arrows and Enter take it. */
export function NameSelect({ names, value, onChange, ...field }: NameSelectProps) {
  return (
    <Select
      {...field}
      data={names}
      value={value === '' ? null : value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      searchable
      allowDeselect={false}
      openOnFocus={false}
      selectFirstOptionOnChange
      nothingFoundMessage="No such name"
      filter={({ options, search }) => namesFound(options as Named[], search)}
    />
  );
}
