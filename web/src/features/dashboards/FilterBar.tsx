import { Group, MultiSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import type { Filter } from '../../api/stack.gen';
import { listValues } from '../../api/telemetry';
import { Icon } from '../../components/Icon';
import { short } from '../../number';
import mono from '../parts/mono.module.css';
import { conditionQuery, mistakeIn } from './condition';
import classes from './FilterBar.module.css';
import type { Choices, Condition, Scope } from './scope';

interface FilterBarProps {
  filters: Filter[];
  scope: Scope;
  onChoose: (choices: Choices) => void;
  onQuery: (text: string) => void;
}

/** What narrows all tiles at once: a condition and the dashboard's own filters. */
export function FilterBar({ filters, scope, onChoose, onQuery }: FilterBarProps) {
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filter all tiles">
      <QueryInput key={scope.query.where} query={scope.query} onQuery={onQuery} />
      {filters.map((filter) => (
        <FilterChoice
          key={filter.id}
          filter={filter}
          scope={scope}
          onChoose={(values) => onChoose({ ...scope.choices, [filter.id ?? '']: values })}
        />
      ))}
    </Group>
  );
}

/** The condition for all tiles; one with a mistake stays here, and the tiles as they are. */
function QueryInput({ query, onQuery }: { query: Condition; onQuery: (text: string) => void }) {
  const [typed, setTyped] = useState(query.where);
  const [sent, setSent] = useState(query);
  const queryClient = useQueryClient();
  const mistake = mistakeIn(useQuery(conditionQuery(sent)).error);
  const send = async () => {
    const next = typed.trim();
    if (next === query.where) return;
    const condition: Condition = { where: next, whereLanguage: 'lucene' };
    setSent(condition);
    const failure: unknown = await queryClient.ensureQueryData(conditionQuery(condition)).then(
      () => null,
      (error) => error,
    );
    if (next === '' || mistakeIn(failure) === null) onQuery(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit} className={classes.condition}>
      <TextInput
        aria-label="Condition for all tiles"
        placeholder="Filter all tiles, such as service:cart"
        size="xs"
        error={mistake}
        classNames={{ input: mono.input ?? '' }}
        leftSection={<Icon name="filter" size={14} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void send()}
      />
    </form>
  );
}

interface FilterChoiceProps {
  filter: Filter;
  scope: Scope;
  onChoose: (values: string[]) => void;
}

function FilterChoice({ filter, scope, onChoose }: FilterChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = scope.choices[filter.id ?? ''] ?? [];
  const values = useQuery({
    queryKey: ['filter-values', filter.sourceId, filter.expression, filter.where, scope.span],
    queryFn: ({ signal }) =>
      listValues(
        {
          sourceId: filter.sourceId,
          fields: [filter.expression],
          limit: 100,
          where: filter.where ?? '',
          whereLanguage: filter.whereLanguage ?? 'lucene',
          startTime: new Date(scope.span.start).toISOString(),
          endTime: new Date(scope.span.end).toISOString(),
        },
        signal,
      ),
    enabled: isOpen,
  });
  const found = values.data?.data[0]?.values ?? [];
  const options = [
    ...found.map(({ value, count }) => ({ value, label: `${value === '' ? '(empty)' : value}`, count })),
    ...chosen
      .filter((value) => !found.some((one) => one.value === value))
      .map((value) => ({ value, label: value, count: 0 })),
  ];
  return (
    <MultiSelect
      aria-label={filter.name}
      placeholder={chosen.length === 0 ? filter.name : ''}
      size="xs"
      miw={160}
      maw={360}
      searchable
      clearable
      value={chosen}
      data={options.filter(({ value }) => value !== '')}
      onChange={onChoose}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={values.isPending ? 'Loading values…' : 'No matching values'}
      renderOption={({ option }) => (
        <Group justify="space-between" w="100%" gap="sm">
          <span>{option.label}</span>
          <span>{short(found.find(({ value }) => value === option.value)?.count ?? 0)}</span>
        </Group>
      )}
    />
  );
}
