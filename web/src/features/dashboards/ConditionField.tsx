import { Box, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { sourcesQuery } from '../../api/telemetry';
import { QueryInput } from '../../components/query/QueryInput';
import { Untranslated } from '../../components/query/Untranslated';
import { useTimeRange } from '../../time/useTimeRange';
import { useHints } from '../search/useHints';
import { useTranslation } from '../search/useTranslation';
import { useMistakeAt } from './mistake';
import { quotedVariable } from './quotedVariable';
import type { Language } from './types';

interface ConditionFieldProps {
  sourceId: string;
  where: string;
  language: Language;
  onChange: (where: string, language: Language) => void;
  /** The field of the configuration that it edits; its mistakes are shown here. */
  path?: string;
}

/** A condition and the language that it is written in. */
export function ConditionField({ sourceId, where, language, onChange, path = 'where' }: ConditionFieldProps) {
  const { span } = useTimeRange();
  const source = useQuery(sourcesQuery).data?.find(({ id }) => id === sourceId);
  const translated = useTranslation(source, span);
  const error = useMistakeAt(path);
  const hints = useHints(source === undefined ? [] : [source], span);
  // Chosen for a text that is still in the other language: it counts once the text is rewritten.
  const [waiting, setWaiting] = useState<Language | null>(null);
  const shown = waiting ?? language;
  const quoted = quotedVariable(where);
  const switchTo = async (to: Language) => {
    const other = to === language ? where : await translated(where, to);
    setWaiting(other === null ? to : null);
    if (other !== null) onChange(other, to);
  };
  return (
    <Box>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <QueryInput
          label="Where"
          placeholder={shown === 'sql' ? "ServiceName = 'cart'" : 'ServiceName:cart'}
          language={shown}
          value={where}
          onChange={(text) => {
            setWaiting(null);
            onChange(text, shown);
          }}
          hints={hints}
          error={error}
        />
        <NativeSelect
          aria-label="Language of the condition"
          w={96}
          mt={21}
          value={shown}
          data={[
            { value: 'lucene', label: 'Lucene' },
            { value: 'sql', label: 'SQL' },
          ]}
          onChange={(event) => void switchTo(event.currentTarget.value as Language)}
        />
      </Group>
      {waiting !== null && <Untranslated to={waiting} />}
      {quoted !== null && (
        <Text size="xs" c="dimmed" role="note">
          {quoted}
        </Text>
      )}
    </Box>
  );
}
