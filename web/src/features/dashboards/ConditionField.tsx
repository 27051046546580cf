import { Group, NativeSelect, TextInput } from '@mantine/core';

import mono from '../parts/mono.module.css';
import type { Language } from './types';

interface ConditionFieldProps {
  where: string;
  language: Language;
  onChange: (where: string, language: Language) => void;
}

/** A condition and the language that it is written in. */
export function ConditionField({ where, language, onChange }: ConditionFieldProps) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label="Where"
        flex={1}
        classNames={{ input: mono.input ?? '' }}
        placeholder={language === 'sql' ? "ServiceName = 'cart'" : 'ServiceName:cart'}
        value={where}
        onChange={(event) => onChange(event.currentTarget.value, language)}
      />
      <NativeSelect
        aria-label="Language of the condition"
        w={96}
        value={language}
        data={[
          { value: 'lucene', label: 'Lucene' },
          { value: 'sql', label: 'SQL' },
        ]}
        onChange={(event) => onChange(where, event.currentTarget.value as Language)}
      />
    </Group>
  );
}
