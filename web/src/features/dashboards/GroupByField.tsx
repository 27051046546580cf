import { useQuery } from '@tanstack/react-query';

import { sourcesQuery } from '../../api/telemetry';
import type { Hints } from '../../components/query/editor';
import { QueryInput } from '../../components/query/QueryInput';
import { useTimeRange } from '../../time/useTimeRange';
import { useHints } from '../search/useHints';
import { useMistakeAt } from './mistake';

interface GroupByFieldProps {
  sourceId: string;
  value: string;
  onChange: (groupBy: string) => void;
  /** What it completes besides the fields of the source, such as the attributes of a metric. */
  also?: string[];
  description?: string;
}

const hint = 'SQL expressions, separated by commas.';

/** What a chart, or an alert, has a series for each value of. */
export function GroupByField({ sourceId, value, onChange, also = [], description = hint }: GroupByFieldProps) {
  const { span } = useTimeRange();
  const sources = useQuery(sourcesQuery).data ?? [];
  const hints = useHints(
    sources.filter(({ id }) => id === sourceId),
    span,
  );
  return (
    <QueryInput
      label="Group by"
      description={description}
      placeholder="ServiceName, SeverityText"
      language="sql"
      value={value}
      onChange={onChange}
      hints={withMore(hints, also)}
      error={useMistakeAt('groupBy')}
    />
  );
}

function withMore(hints: Hints, also: string[]): Hints {
  const more = also.map((name) => ({ name, expression: name, type: 'text', key: false, rows: 0 }));
  return {
    ...hints,
    async fields() {
      const known = await hints.fields();
      return [...known, ...more.filter(({ name }) => known.every((field) => field.name !== name))];
    },
  };
}
