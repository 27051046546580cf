import { NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import mono from '../parts/mono.module.css';
import { ConditionField } from './ConditionField';
import { FormatFields } from './FormatFields';
import { heatItem } from './heat';
import { SeriesFields } from './SeriesFields';
import { ShiftField } from './ShiftField';
import { withShift, withSource } from './tileForm';
import type { ChartConfig, ConfigOf, SqlConfig } from './types';

/** A configuration and what is done with a changed one. */
export interface FieldsProps<Config> {
  config: Config;
  onChange: (config: Config) => void;
}

export function SqlFields({ config, onChange }: FieldsProps<SqlConfig>) {
  return (
    <>
      <Textarea
        label="SQL"
        description="One SELECT over the team’s tables, with macros such as $__timeFilter."
        value={config.sqlTemplate}
        onChange={(event) => onChange({ ...config, sqlTemplate: event.currentTarget.value })}
        autosize
        minRows={8}
        classNames={{ input: mono.input ?? '' }}
      />
      <ShiftField value={config.timeShift} onChange={(shift) => onChange(withShift(config, shift))} />
    </>
  );
}

export function MarkdownFields({ config, onChange }: FieldsProps<ConfigOf<'markdown'>>) {
  return (
    <Textarea
      label="Text"
      description="Markdown: headings, lists, tables, code and links."
      value={config.markdown ?? ''}
      onChange={(event) => onChange({ ...config, markdown: event.currentTarget.value })}
      autosize
      minRows={10}
      maxRows={24}
      classNames={{ input: mono.input ?? '' }}
    />
  );
}

/** A chart: of which source, its series, and how it is written and drawn. */
export function ChartFields({ config, isMetric, onChange }: FieldsProps<ChartConfig> & { isMetric: boolean }) {
  return (
    <>
      <SourceField
        value={config.sourceId}
        onChange={(sourceId, kind) => onChange(withSource(config, sourceId, (kind === 'metric') !== isMetric))}
      />
      <SeriesFields config={config} isMetric={isMetric} onChange={onChange} />
      <FormatFields config={config} onChange={onChange} />
      <ShiftField value={config.timeShift} onChange={(shift) => onChange(withShift(config, shift))} />
    </>
  );
}

export function EventFields({ config, onChange }: FieldsProps<ConfigOf<'search' | 'event_patterns'>>) {
  return (
    <>
      <SourceField value={config.sourceId} onChange={(sourceId) => onChange({ ...config, sourceId })} />
      <ConditionField
        sourceId={config.sourceId}
        where={config.where ?? ''}
        language={config.whereLanguage ?? 'lucene'}
        onChange={(where, whereLanguage) => onChange({ ...config, where, whereLanguage })}
      />
      {config.select !== undefined && (
        <TextInput
          label="Columns"
          description="SQL expressions, separated by commas. Leave empty for the source’s defaults."
          value={config.select}
          onChange={(event) => onChange({ ...config, select: event.currentTarget.value })}
          classNames={{ input: mono.input ?? '' }}
        />
      )}
      <ShiftField value={config.timeShift} onChange={(shift) => onChange(withShift(config, shift))} />
    </>
  );
}

export function HeatmapFields({ config, onChange }: FieldsProps<ConfigOf<'heatmap'>>) {
  const item = heatItem(config);
  return (
    <>
      <SourceField value={config.sourceId} onChange={(sourceId) => onChange({ ...config, sourceId })} />
      <ConditionField
        sourceId={config.sourceId}
        where={config.where ?? ''}
        language={config.whereLanguage ?? 'lucene'}
        onChange={(where, whereLanguage) => onChange({ ...config, where, whereLanguage })}
      />
      <TextInput
        label="Value"
        description="The expression whose distribution is shown."
        classNames={{ input: mono.input ?? '' }}
        value={item.valueExpression}
        onChange={(event) => onChange({ ...config, select: [{ ...item, valueExpression: event.currentTarget.value }] })}
      />
      <SegmentedControl
        aria-label="Scale"
        data={[
          { value: 'log', label: 'Logarithmic' },
          { value: 'linear', label: 'Linear' },
        ]}
        value={item.heatmapScaleType ?? 'log'}
        onChange={(heatmapScaleType) => onChange({ ...config, select: [{ ...item, heatmapScaleType }] })}
      />
      <ShiftField value={config.timeShift} onChange={(shift) => onChange(withShift(config, shift))} />
    </>
  );
}

interface SourceFieldProps {
  value: string;
  onChange: (sourceId: string, kind: Source['kind']) => void;
}

function SourceField({ value, onChange }: SourceFieldProps) {
  const all = useQuery(sourcesQuery).data ?? [];
  const sources = all.filter(({ id, kind, disabled }) => id === value || (isCharted(kind) && disabled !== true));
  return (
    <NativeSelect
      label="Source"
      value={value}
      data={[{ value: '', label: 'Choose a source' }, ...sources.map((one) => ({ value: one.id, label: one.name }))]}
      onChange={({ currentTarget: { value: id } }) => onChange(id, sources.find((one) => one.id === id)?.kind ?? 'log')}
    />
  );
}

/** Says whether sources of a kind hold what charts are made of. */
export function isCharted(kind: Source['kind']): boolean {
  return kind === 'log' || kind === 'trace' || kind === 'metric';
}
