import { Autocomplete, Group, Text, type ComboboxItem, type OptionsFilter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';

import { TelemetryText } from '../../components/TelemetryText';
import type { SourceMetric } from '../../api/stack.gen';
import { useTimeRange } from '../../time/useTimeRange';
import mono from '../parts/mono.module.css';
import { aboutMetrics, choiceOf, type MetricChoice } from './choice';
import { metricsQuery } from './queries';

interface MetricFieldProps {
  sourceId: string;
  value: string;
  /** A metric of the source was chosen. */
  onChoose: (choice: MetricChoice) => void;
  /** A name was typed that the source does not have at present. */
  onName: (name: string) => void;
}

const settleMs = 250;

/** Chooses a metric of a source by a part of its name; other names can be typed too. */
export function MetricField({ sourceId, value, onChoose, onName }: MetricFieldProps) {
  const [text, setText] = useLastValue(value);
  const wanted = text === value ? '' : text.trim();
  const metrics = useMetrics(sourceId, wanted);
  const apply = (name: string) => {
    if (name === value) return;
    const first = metrics.find((one) => one.name === name);
    if (first === undefined) onName(name);
    else onChoose(choiceOf(first));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With an option marked, Enter chooses that one.
    if (event.key === 'Enter' && !event.currentTarget.hasAttribute('aria-activedescendant')) apply(text.trim());
  };
  return (
    <Autocomplete
      label="Metric"
      placeholder="A name, or a part of it"
      flex={1}
      classNames={{ input: mono.input ?? '' }}
      data={[...new Set(metrics.map(({ name }) => name))]}
      value={text}
      filter={containing(wanted)}
      maxDropdownHeight={320}
      renderOption={({ option }) => (
        <Option name={option.value} about={aboutMetrics(metrics.filter(({ name }) => name === option.value))} />
      )}
      onChange={setText}
      onOptionSubmit={apply}
      onBlur={() => apply(text.trim())}
      onKeyDown={onKeyDown}
    />
  );
}

/** A text that is typed, until another value is given. */
function useLastValue(value: string): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const [given, setGiven] = useState(value);
  if (given !== value) {
    setGiven(value);
    setText(value);
  }
  return [text, setText];
}

function useMetrics(sourceId: string, wanted: string): SourceMetric[] {
  const [contains] = useDebouncedValue(wanted, settleMs);
  const { span } = useTimeRange();
  return useQuery({ ...metricsQuery(sourceId, contains, span), enabled: sourceId !== '' }).data ?? [];
}

/** Keeps the names with a text in them; all of them while nothing is typed. */
function containing(wanted: string): OptionsFilter {
  const lower = wanted.toLowerCase();
  return ({ options }) => (options as ComboboxItem[]).filter(({ value }) => value.toLowerCase().includes(lower));
}

function Option({ name, about }: { name: string; about: string }) {
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap" flex={1}>
      <Text size="xs" ff="monospace" truncate>
        <TelemetryText text={name} isOneLine />
      </Text>
      <Text size="xs" c="dimmed" flex="none">
        {about}
      </Text>
    </Group>
  );
}
