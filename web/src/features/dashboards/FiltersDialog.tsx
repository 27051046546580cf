import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Filter } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { Icon } from '../../components/Icon';
import { FormDialog } from '../parts/Dialogs';
import mono from '../parts/mono.module.css';
import { freshId } from './board';
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
  const change = (at: number, changed: Partial<Filter>) =>
    setFilters(filters.map((one, place) => (place === at ? { ...one, ...changed } : one)));
  const add = () => {
    const id = freshId({ ...board, filters });
    setFilters([
      ...filters,
      { id, type: 'QUERY_EXPRESSION', name: 'Service', expression: 'ServiceName', sourceId: sources[0]?.id ?? '' },
    ]);
  };
  const isReady = filters.every(({ name, expression }) => name.trim() !== '' && expression.trim() !== '');
  return (
    <FormDialog
      title="Filters"
      submit="Apply filters"
      onSubmit={() => Promise.resolve(onChange(filters))}
      onClose={onClose}
      isReady={isReady}
      size="xl"
    >
      {filters.length === 0 && (
        <Text size="sm" c="dimmed">
          A filter is a list above the tiles, such as the services. What you select there applies to all tiles.
        </Text>
      )}
      <Stack gap="sm">
        {filters.map((filter, at) => (
          <Group key={filter.id} gap="sm" align="flex-end" wrap="nowrap">
            <TextInput
              label="Name"
              size="xs"
              value={filter.name}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
            />
            <NativeSelect
              label="Values from"
              size="xs"
              value={filter.sourceId}
              data={sources.map((one) => ({ value: one.id, label: one.name }))}
              onChange={(event) => change(at, { sourceId: event.currentTarget.value })}
            />
            <TextInput
              label="Expression"
              size="xs"
              flex={1}
              classNames={{ input: mono.input ?? '' }}
              value={filter.expression}
              onChange={(event) => change(at, { expression: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={30}
              aria-label={`Remove filter ${filter.name}`}
              onClick={() => setFilters(filters.filter((_, place) => place !== at))}
            >
              <Icon name="trash" />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Button size="xs" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={add} w="fit-content">
        Add filter
      </Button>
    </FormDialog>
  );
}
