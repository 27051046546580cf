import {
  ActionIcon,
  Autocomplete,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

import type { SearchField, Source } from '../../api/stack.gen';
import { aggregateChoices, fitting, metricTypes, type Aggregate, type MetricType } from '../../charting/aggregates';
import { Icon } from '../../components/Icon';
import { usualLevel } from '../metrics/choice';
import { MetricField } from '../metrics/MetricField';
import classes from './charts.module.css';
import type { SeriesState } from './state';
import type { Language } from '../../api/types';

interface SeriesFormProps {
  place: number;
  series: SeriesState;
  source: Source;
  fields: SearchField[];
  onChange: (change: Partial<SeriesState>) => void;
  onRemove?: () => void;
}

/** One series: a function, what it is taken of, and of which rows. */
export function SeriesForm({ place, series, source, fields, onChange, onRemove }: SeriesFormProps) {
  const letter = String.fromCodePoint(65 + place);
  const isMetric = source.kind === 'metric';
  const needsField = series.fn !== 'count';
  const numbers = fields.filter(({ type }) => type === 'number').map(({ expression }) => expression);
  const others = fields.filter(({ type }) => type !== 'number' && type !== 'map').map(({ expression }) => expression);
  return (
    <Stack gap="sm" className={classes.series} role="group" aria-label={`Series ${letter}`}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          Series {letter}
        </Text>
        {onRemove !== undefined && (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove series ${letter}`} onClick={onRemove}>
            <Icon name="close" size={14} />
          </ActionIcon>
        )}
      </Group>
      {isMetric && <MetricFields series={series} source={source} onChange={onChange} />}
      <Group gap="sm" grow wrap="nowrap" preventGrowOverflow={false}>
        <Select
          aria-label={`Function of series ${letter}`}
          data={aggregateChoices(isMetric ? series.metricType : null, series.fn)}
          value={series.fn}
          allowDeselect={false}
          onChange={(fn) => onChange({ fn: fn as Aggregate })}
        />
        {series.fn === 'quantile' && (
          <NumberInput
            aria-label={`Level of series ${letter}`}
            min={0}
            max={1}
            step={0.05}
            decimalScale={3}
            value={series.level}
            onChange={(level) => typeof level === 'number' && onChange({ level })}
          />
        )}
      </Group>
      {needsField && !isMetric && (
        <Late
          label="Field"
          value={series.field}
          data={[...new Set([...numbers, ...others])]}
          onApply={(field) => onChange({ field })}
        />
      )}
      <LateText label="Where" language={series.lang} value={series.where} onApply={(where) => onChange({ where })} />
      <SegmentedControl
        aria-label={`Query language of series ${letter}`}
        data={[
          { value: 'lucene', label: 'Lucene' },
          { value: 'sql', label: 'SQL' },
        ]}
        value={series.lang}
        onChange={(lang) => onChange({ lang: lang === 'sql' ? 'sql' : 'lucene' })}
      />
    </Stack>
  );
}

function MetricFields({ series, source, onChange }: Pick<SeriesFormProps, 'series' | 'source' | 'onChange'>) {
  return (
    <>
      <MetricField
        sourceId={source.id}
        value={series.metricName}
        onChoose={(choice) => onChange({ ...choice, level: usualLevel })}
        onName={(metricName) => onChange({ metricName })}
      />
      <Select
        label="Type"
        data={metricTypes}
        value={series.metricType}
        allowDeselect={false}
        onChange={(type) => onChange({ metricType: type as MetricType, fn: fitting(series.fn, type as MetricType) })}
      />
    </>
  );
}

interface LateProps {
  label: string;
  value: string;
  onApply: (value: string) => void;
}

/** Applies a text when it is done, so that no request is made for half of it. */
function useLate({ value, onApply }: LateProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    setText(value);
  }
  const apply = (next: string) => next !== value && onApply(next);
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Enter' && apply(text);
  return { text, setText, apply, onKeyDown };
}

function Late(props: LateProps & { data: string[] }) {
  const { text, setText, apply, onKeyDown } = useLate(props);
  return (
    <Autocomplete
      label={props.label}
      data={props.data}
      value={text}
      className={classes.mono ?? ''}
      onChange={setText}
      onOptionSubmit={apply}
      onBlur={() => apply(text)}
      onKeyDown={onKeyDown}
      limit={60}
    />
  );
}

function LateText(props: LateProps & { language: Language }) {
  const { text, setText, apply, onKeyDown } = useLate(props);
  const placeholder = props.language === 'sql' ? "ServiceName = 'checkout'" : 'ServiceName:checkout';
  return (
    <TextInput
      label={props.label}
      placeholder={placeholder}
      value={text}
      className={classes.mono ?? ''}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => apply(text)}
      onKeyDown={onKeyDown}
    />
  );
}
