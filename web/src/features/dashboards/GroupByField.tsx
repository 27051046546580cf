import { useQuery } from '@tanstack/react-query';

import { sourcesQuery } from '../../api/telemetry';
import { QueryInput } from '../../components/query/QueryInput';
import { useTimeRange } from '../../time/useTimeRange';
import { useHints } from '../search/useHints';

interface GroupByFieldProps {
  sourceId: string;
  value: string;
  onChange: (groupBy: string) => void;
}

/** What a chart has a series for each value of. */
export function GroupByField({ sourceId, value, onChange }: GroupByFieldProps) {
  const { span } = useTimeRange();
  const sources = useQuery(sourcesQuery).data ?? [];
  const hints = useHints(
    sources.filter(({ id }) => id === sourceId),
    span,
  );
  return (
    <QueryInput
      label="Group by"
      description="SQL expressions, separated by commas."
      placeholder="ServiceName, SeverityText"
      language="sql"
      value={value}
      onChange={onChange}
      hints={hints}
    />
  );
}
