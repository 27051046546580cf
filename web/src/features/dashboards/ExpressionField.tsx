import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { listFields } from '../../api/telemetry';
import mono from '../parts/mono.module.css';
import { useMistakeAt } from './mistake';

interface ExpressionFieldProps {
  sourceId: string;
  /** The field of the configuration that it is. */
  path: string;
  value: string;
  onChange: (expression: string) => void;
}

/** What a function is taken of: a field of the source, numbers first, or an expression. */
export function ExpressionField({ sourceId, path, value, onChange }: ExpressionFieldProps) {
  const fields = useQuery({
    queryKey: ['fields', sourceId],
    queryFn: ({ signal }) => listFields({ sourceId }, signal),
    enabled: sourceId !== '',
    staleTime: 300_000,
  });
  const known = (fields.data?.data ?? []).filter(({ type }) => type !== 'map');
  const sorted = known.toSorted((one, other) => Number(other.type === 'number') - Number(one.type === 'number'));
  return (
    <Autocomplete
      label="Field"
      flex="2 1 140px"
      placeholder="Duration"
      classNames={{ input: mono.input ?? '' }}
      data={[...new Set(sorted.map(({ expression }) => expression))]}
      limit={60}
      value={value}
      onChange={onChange}
      error={useMistakeAt(path)}
    />
  );
}
