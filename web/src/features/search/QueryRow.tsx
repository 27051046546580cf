import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { Icon } from '../../components/Icon';
import { QueryField } from '../../components/query/QueryField';
import { UnknownNames } from '../../components/UnknownNames';
import { useTimeRange } from '../../time/useTimeRange';
import { fieldsQuery, histogramQuery, valuesFor, type Asked } from './queries';
import classes from './search.module.css';
import type { SearchState } from './state';
import type { Mistake } from './useMistake';
import type { Language } from './where';

interface QueryRowProps {
  asked: Asked;
  state: SearchState;
  /** What the server says is wrong with the query. */
  mistake: Mistake | null;
  onChange: (change: Partial<SearchState>) => void;
}

const placeholders = {
  lucene: 'Search: timeout service:checkout -level:debug',
  sql: "Search: ServiceName = 'checkout' AND Body ILIKE '%timeout%'",
};

/** Where the query is typed, and what is wrong with it. */
export function QueryRow({ asked, state, mistake, onChange }: QueryRowProps) {
  const [draft, setDraft] = useState(state.q);
  const { refresh } = useTimeRange();
  const [applied, setApplied] = useState(state.q);
  if (applied !== state.q) {
    setApplied(state.q);
    setDraft(state.q);
  }
  const run = () => {
    refresh();
    if (draft !== state.q) onChange({ q: draft, row: '' });
  };
  const isOld = draft !== state.q;
  const found = useQuery({ ...histogramQuery(asked), enabled: !state.isLive });
  return (
    <div className={classes.query}>
      <Group gap="sm" align="flex-start">
        <QueryField
          label="Query"
          placeholder={placeholders[state.lang]}
          language={state.lang}
          value={draft}
          onChange={setDraft}
          onRun={run}
          hints={useHints(asked)}
          mistakeAt={isOld ? null : (mistake?.at ?? null)}
          hasFocus
        />
        <SegmentedControl
          aria-label="Query language"
          value={state.lang}
          onChange={(lang) => onChange({ lang: lang as Language })}
          data={[
            { value: 'lucene', label: 'Lucene' },
            { value: 'sql', label: 'SQL' },
          ]}
        />
        <Button onClick={run}>Search</Button>
        <Button
          variant={state.isLive ? 'light' : 'default'}
          leftSection={<Icon name={state.isLive ? 'pause' : 'play'} size={14} />}
          aria-pressed={state.isLive}
          onClick={() => onChange({ isLive: !state.isLive, row: '' })}
        >
          {state.isLive ? 'Stop tail' : 'Live tail'}
        </Button>
      </Group>
      {mistake !== null && !isOld && (
        <Text size="xs" className={classes.mistake} role="alert">
          {mistake.message}
        </Text>
      )}
      {mistake === null && !isOld && (
        <UnknownNames
          warnings={found.data?.meta.warnings}
          onUse={(name, known) => onChange({ q: state.q.replaceAll(name, known), row: '' })}
        />
      )}
    </div>
  );
}

function useHints(asked: Asked) {
  const client = useQueryClient();
  return useMemo(
    () => ({
      fields: () => client.ensureQueryData(fieldsQuery(asked)),
      values: (field: string, text: string) => valuesFor(asked, field, text),
    }),
    [client, asked],
  );
}
