import { NativeSelect, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { firstSource, sourcesQuery } from '../../api/telemetry';
import { ConditionField } from '../dashboards/ConditionField';
import { MistakeContext } from '../dashboards/mistake';
import { kindNames, type DataAccess } from './roleForm';

interface DataAccessFieldProps {
  data: DataAccess;
  /** What the server found wrong with it; null for nothing. */
  error: string | null;
  onChange: (data: DataAccess) => void;
}

/** Which telemetry a role reads. */
export function DataAccessField({ data, error, onChange }: DataAccessFieldProps) {
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Data"
        value={data.rows}
        onChange={(rows) => onChange({ ...data, rows: rows as DataAccess['rows'] })}
        {...(data.rows !== 'some' && error !== null && { error })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All data" description="All logs, traces and metrics of the team." />
          <Radio
            value="some"
            label="Data that matches a condition"
            description="Everything else is as if it were not there. Alerts can’t be seen, as they watch all data."
          />
          <Radio value="none" label="No data" description="Search, charts and traces are closed." />
        </Stack>
      </Radio.Group>
      {data.rows === 'some' && <Condition data={data} error={error} onChange={onChange} />}
    </Stack>
  );
}

function Condition({ data, error, onChange }: DataAccessFieldProps) {
  const sources = useQuery(sourcesQuery).data ?? [];
  const kind = data.kind === 'trace' ? 'trace' : 'log';
  const mistake = useMemo(() => (error === null ? null : { path: 'where', message: error }), [error]);
  return (
    <Stack gap="sm" pl="lg">
      <MistakeContext value={mistake}>
        <ConditionField
          sourceId={firstSource(sources, kind)?.id ?? ''}
          where={data.where}
          language={data.language}
          onChange={(where, language) => onChange({ ...data, where, language })}
        />
      </MistakeContext>
      <NativeSelect
        label="Kind"
        description="With one kind chosen, data of the others can’t be read."
        value={data.kind}
        data={[
          { value: '', label: 'Logs, traces and metrics' },
          ...Object.entries(kindNames).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => onChange({ ...data, kind: event.currentTarget.value })}
      />
    </Stack>
  );
}
