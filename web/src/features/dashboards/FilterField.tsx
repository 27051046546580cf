import { Group, MultiSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Filter, ValueCount } from '../../api/stack.gen';
import { short } from '../../number';
import { valueCharsMax } from './filterForm';

interface FilterFieldProps {
  filter: Filter;
  chosen: string[];
  /** Where the values of a source are kept once they were read. */
  valuesKey: unknown[];
  readValues: (signal: AbortSignal) => Promise<ValueCount[]>;
  onChoose: (values: string[]) => void;
}

/** What is chosen or typed of a filter above the tiles. */
export function FilterField(props: FilterFieldProps) {
  switch (props.filter.type) {
    case 'TEXT':
      return <TypedValue {...props} />;
    case 'LIST':
      return <ListChoice {...props} />;
    default:
      return <SourceChoice {...props} />;
  }
}

type OwnValuesProps = Pick<FilterFieldProps, 'filter' | 'chosen' | 'onChoose'>;

/** One value, which counts when the field is left or Enter is pressed. */
function TypedValue({ filter, chosen, onChoose }: OwnValuesProps) {
  const applied = chosen[0] ?? '';
  const [typed, setTyped] = useState(applied);
  const [seen, setSeen] = useState(applied);
  // An address that was not written here, such as that of a step back.
  if (seen !== applied) {
    setSeen(applied);
    setTyped(applied);
  }
  const apply = () => {
    const value = typed.trim();
    if (value !== applied) onChoose(value === '' ? [] : [value]);
  };
  return (
    <TextInput
      label={filter.name}
      placeholder="Any"
      size="xs"
      w={160}
      maxLength={valueCharsMax}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply()}
    />
  );
}

/** The values of a fixed list, in its order. */
function ListChoice({ filter, chosen, onChoose }: OwnValuesProps) {
  return (
    <MultiSelect
      {...looksOf(filter, chosen)}
      data={[...new Set([...(filter.values ?? []), ...chosen])]}
      onChange={onChoose}
      nothingFoundMessage="No matching values"
    />
  );
}

/** The values of a source, read when the list is opened. */
function SourceChoice({ filter, chosen, valuesKey, readValues, onChoose }: FilterFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const values = useQuery({
    queryKey: valuesKey,
    queryFn: ({ signal }) => readValues(signal),
    enabled: isOpen,
  });
  const found = values.data ?? [];
  const offered = [...new Set([...found.map(({ value }) => value), ...chosen])].filter((value) => value !== '');
  // What is not among the most frequent values can be typed.
  const isOther = typed.trim() !== '' && !offered.includes(typed.trim());
  return (
    <MultiSelect
      {...looksOf(filter, chosen)}
      searchValue={typed}
      onSearchChange={setTyped}
      data={isOther ? [...offered, typed.trim()] : offered}
      onChange={onChoose}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={values.isPending ? 'Loading values…' : 'No matching values'}
      renderOption={({ option }) => (
        <Group justify="space-between" w="100%" gap="sm">
          <span>{option.label}</span>
          {filter.type !== 'PROMQL' && (
            <span>{short(found.find(({ value }) => value === option.value)?.count ?? 0)}</span>
          )}
        </Group>
      )}
    />
  );
}

function looksOf({ name, defaultValues = [] }: Filter, chosen: string[]) {
  return {
    label: name,
    placeholder: chosen.length > 0 ? '' : defaultValues.join(', ') || 'All',
    size: 'xs',
    miw: 160,
    maw: 360,
    searchable: true,
    clearable: true,
    value: chosen,
  };
}
