import { ActionIcon, Button, Group, NativeSelect, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Filter, Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { Icon } from '../../components/Icon';
import { FormDialog } from '../parts/Dialogs';
import mono from '../parts/mono.module.css';
import { freshId } from './board';
import { filterTypes, isFilterReady, retypedFilter, valuesIn, valuesMistake, withExpression } from './filterForm';
import { variableOf } from './scope';
import type { Board } from './types';

interface FiltersDialogProps {
  board: Board;
  onChange: (filters: Filter[]) => void;
  onClose: () => void;
}

/** Which choices the dashboard offers above its tiles. */
export function FiltersDialog({ board, onChange, onClose }: FiltersDialogProps) {
  const sources = useQuery(sourcesQuery).data ?? [];
  const [filters, setFilters] = useState<Filter[]>(board.filters);
  const add = () => {
    const id = freshId({ ...board, filters });
    setFilters([
      ...filters,
      { id, type: 'QUERY_EXPRESSION', name: 'Service', expression: 'ServiceName', sourceId: sources[0]?.id ?? '' },
    ]);
  };
  return (
    <FormDialog
      title="Filters"
      submit="Apply filters"
      content={filters}
      onSubmit={() => Promise.resolve(onChange(filters))}
      onClose={onClose}
      isReady={filters.every(isFilterReady)}
      size="xl"
    >
      {filters.length === 0 && (
        <Text size="sm" c="dimmed">
          A filter is a list or a text field above the tiles, such as the services. What you choose there narrows all
          tiles, or stands where they name it.
        </Text>
      )}
      <Stack gap="lg">
        {filters.map((filter, at) => (
          <FilterFields
            key={filter.id}
            filter={filter}
            sources={sources}
            onChange={(changed) => setFilters(filters.with(at, changed))}
            onRemove={() => setFilters(filters.filter((_, place) => place !== at))}
          />
        ))}
      </Stack>
      <Button size="xs" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={add} w="fit-content">
        Add filter
      </Button>
    </FormDialog>
  );
}

interface FilterFieldsProps {
  filter: Filter;
  sources: Source[];
  onChange: (filter: Filter) => void;
  onRemove: () => void;
}

function FilterFields({ filter, sources, onChange, onRemove }: FilterFieldsProps) {
  return (
    <Stack gap={6} role="group" aria-label={filter.name}>
      <Group gap="sm" align="flex-end">
        <TextInput
          label="Name"
          size="xs"
          value={filter.name}
          onChange={(event) => onChange({ ...filter, name: event.currentTarget.value })}
        />
        <NativeSelect
          label="Type"
          size="xs"
          value={filter.type}
          data={filterTypes}
          onChange={({ currentTarget: { value } }) =>
            onChange(retypedFilter(filter, value as Filter['type'], sources[0]?.id ?? ''))
          }
        />
        {filter.type === 'QUERY_EXPRESSION' && (
          <NativeSelect
            label="Values from"
            size="xs"
            value={filter.sourceId ?? ''}
            data={sources.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(event) => onChange({ ...filter, sourceId: event.currentTarget.value })}
          />
        )}
        {filter.type === 'PROMQL' && (
          <TextInput
            label="Series"
            size="xs"
            flex="1 1 160px"
            placeholder='All, or up{job="$job"}'
            classNames={{ input: mono.input ?? '' }}
            value={filter.where ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const { where: _before, ...rest } = filter;
              onChange(value === '' ? rest : { ...rest, where: value });
            }}
          />
        )}
        <TextInput
          label={filter.type === 'PROMQL' ? 'Label' : 'Expression'}
          size="xs"
          flex="1 1 160px"
          placeholder={isExpressionNeeded(filter) ? '' : 'Optional, to narrow tiles'}
          classNames={{ input: mono.input ?? '' }}
          value={filter.expression ?? ''}
          onChange={(event) => onChange(withExpression(filter, event.currentTarget.value))}
        />
        <ActionIcon
          variant="subtle"
          color="red"
          size={30}
          aria-label={`Remove filter ${filter.name}`}
          onClick={onRemove}
        >
          <Icon name="trash" />
        </ActionIcon>
      </Group>
      {filter.type === 'LIST' && (
        <ValuesField values={filter.values ?? []} onChange={(values) => onChange({ ...filter, values })} />
      )}
      <Modes filter={filter} onChange={onChange} />
    </Stack>
  );
}

function isExpressionNeeded({ type }: Filter): boolean {
  return type === 'QUERY_EXPRESSION' || type === 'PROMQL';
}

/** The values of a fixed list. What is typed stays as it is, with the line that is not begun yet. */
function ValuesField({ values, onChange }: { values: string[]; onChange: (values: string[]) => void }) {
  const [typed, setTyped] = useState(values.join('\n'));
  return (
    <Textarea
      label="Values, one a line"
      size="xs"
      autosize
      minRows={2}
      maxRows={8}
      value={typed}
      error={valuesMistake(values)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(valuesIn(value));
      }}
    />
  );
}

/** A choice narrows all tiles, stands where tiles name it, or both; one of them is always on. */
function Modes({ filter, onChange }: Pick<FilterFieldsProps, 'filter' | 'onChange'>) {
  const isBroadcast = filter.isBroadcastEnabled !== false;
  const isVariable = filter.isVariableEnabled === true;
  const name = `$${filter.variableName ?? variableOf(filter.name)}`;
  return (
    <Group gap="lg">
      <Switch
        size="xs"
        label="Narrows all tiles"
        checked={isBroadcast}
        disabled={!isVariable || (filter.expression ?? '') === '' || filter.type === 'PROMQL'}
        onChange={(event) => onChange({ ...filter, isBroadcastEnabled: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={`Variable ${name}, for conditions, SQL, titles and texts`}
        checked={isVariable}
        disabled={!isBroadcast}
        onChange={(event) => onChange({ ...filter, isVariableEnabled: event.currentTarget.checked })}
      />
    </Group>
  );
}
