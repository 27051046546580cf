import { Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Filter, ValueCount } from '../../api/stack.gen';
import { listLabelValues, listValues, sourcesQuery } from '../../api/telemetry';
import { QueryInput } from '../../components/query/QueryInput';
import { timesOf } from '../../time/range';
import { useHints } from '../search/useHints';
import { conditionQuery, mistakeIn } from './condition';
import classes from './FilterBar.module.css';
import { FilterField } from './FilterField';
import { variablesOf, type Choices, type Condition, type Scope } from './scope';
import type { Language } from './types';

interface FilterBarProps {
  /** What the tiles are about, for the completion. */
  sourceIds: string[];
  filters: Filter[];
  /** A condition would narrow a tile. */
  hasCondition: boolean;
  scope: Scope;
  onChoose: (choices: Choices) => void;
  onQuery: (text: string) => void;
}

/** What narrows all tiles at once: a condition and the dashboard's own filters. */
export function FilterBar({ sourceIds, filters, hasCondition, scope, onChoose, onQuery }: FilterBarProps) {
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Filter all tiles">
      {(hasCondition || scope.query.where !== '') && (
        <ConditionInput sourceIds={sourceIds} scope={scope} onQuery={onQuery} />
      )}
      {filters.map((filter) => (
        <FilterField
          key={filter.id}
          filter={filter}
          chosen={scope.choices[filter.id ?? ''] ?? []}
          valuesKey={[
            'filter-values',
            filter.sourceId,
            filter.expression,
            filter.where,
            scope.span,
            // Those of a label may depend on what is chosen for others.
            filter.type === 'PROMQL' && variablesOf(scope),
          ]}
          readValues={(signal) => valuesOf(filter, scope, signal)}
          onChoose={(values) => onChoose({ ...scope.choices, [filter.id ?? '']: values })}
        />
      ))}
    </Group>
  );
}

const labelValuesMax = 1000;

const examples: Record<Language, string> = { lucene: 'service:cart', sql: "ServiceName = 'cart'" };

/** The condition for all tiles; one with a mistake stays here, and the tiles as they are. */
function ConditionInput({ sourceIds, scope, onQuery }: Pick<FilterBarProps, 'sourceIds' | 'scope' | 'onQuery'>) {
  const { query } = scope;
  const [typed, setTyped] = useState(query.where);
  const [sent, setSent] = useState(query);
  const [applied, setApplied] = useState(query.where);
  if (applied !== query.where) {
    setApplied(query.where);
    setTyped(query.where);
    setSent(query);
  }
  const queryClient = useQueryClient();
  const mistake = mistakeIn(useQuery(conditionQuery(sent)).error);
  const sources = useQuery(sourcesQuery).data ?? [];
  const hints = useHints(
    sources.filter(({ id }) => sourceIds.includes(id)),
    scope.span,
  );
  const send = async () => {
    const next = typed.trim();
    if (next === query.where) return;
    const condition: Condition = { where: next, whereLanguage: query.whereLanguage };
    setSent(condition);
    const failure: unknown = await queryClient.ensureQueryData(conditionQuery(condition)).then(
      () => null,
      (error) => error,
    );
    if (next === '' || mistakeIn(failure) === null) onQuery(next);
  };
  return (
    <div className={classes.condition}>
      <QueryInput
        label="Condition for all tiles"
        isLabelHidden
        placeholder={`All tiles: ${examples[query.whereLanguage]}`}
        language={query.whereLanguage}
        value={typed}
        error={mistake}
        onChange={setTyped}
        onRun={() => void send()}
        onLeave={() => void send()}
        hints={hints}
      />
    </div>
  );
}

async function valuesOf(filter: Filter, scope: Scope, signal: AbortSignal): Promise<ValueCount[]> {
  const { sourceId = '', expression = '', where = '', whereLanguage = 'lucene' } = filter;
  const { span } = scope;
  if (filter.type === 'PROMQL') {
    const body = { label: expression, where, variables: variablesOf(scope), limit: labelValuesMax, ...timesOf(span) };
    return (await listLabelValues(body, signal)).map((value) => ({ value, count: 0 }));
  }
  const asked = { sourceId, fields: [expression], limit: 100, where, whereLanguage, ...timesOf(span) };
  return (await listValues(asked, signal)).data[0]?.values ?? [];
}
