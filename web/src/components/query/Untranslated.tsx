import { Text } from '@mantine/core';

import type { Language } from '../../api/types';

const names: Record<Language, string> = { lucene: 'Lucene', sql: 'SQL' };

interface UntranslatedProps {
  to: Language;
  /** What to do after rewriting it; nothing when it is applied as it is typed. */
  then?: string;
}

/** Says that a query is still in the other language, and therefore was not run. */
export function Untranslated({ to, then }: UntranslatedProps) {
  return (
    <Text size="xs" c="var(--cairn-caution)" role="status" mt={6}>
      This query can’t be converted to {names[to]}, so it was not run. Rewrite it
      {then !== undefined && `, then ${then}`}.
    </Text>
  );
}
