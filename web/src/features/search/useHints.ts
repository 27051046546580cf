import { useQueryClient } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import type { Hints } from '../../components/query/editor';
import type { TimeSpan } from '../../time/range';
import { fieldsQuery, valuesFor } from './queries';
import { searchable } from './state';

/** What can be said of metrics without knowing which one. */
const metricField = { name: 'ServiceName', expression: 'ServiceName', type: 'text', key: false, rows: 0 };

/** What a query field completes with: the fields and values of sources in a time. */
export function useHints(sources: Source[], span: TimeSpan): Hints {
  const client = useQueryClient();
  const read = searchable(sources);
  return {
    async fields() {
      const lists = await Promise.all(read.map((source) => client.ensureQueryData(fieldsQuery({ source, span }))));
      const fields = read.length === 0 && sources.length > 0 ? [metricField] : lists.flat();
      return firstOfEach(fields, ({ name }) => name);
    },
    async values(field, text) {
      const lists = await Promise.all(read.map((source) => valuesFor({ source, span }, field, text)));
      return firstOfEach(lists.flat(), ({ value }) => value);
    },
  };
}

function firstOfEach<Hint>(hints: Hint[], nameOf: (hint: Hint) => string): Hint[] {
  return [...new Map(hints.toReversed().map((hint) => [nameOf(hint), hint])).values()].toReversed();
}
