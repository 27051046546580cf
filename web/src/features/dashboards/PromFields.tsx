import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';

import type { PromQLExpression } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { PromInput } from '../../components/promql/PromInput';
import { useTimeRange } from '../../time/useTimeRange';
import { usePromReads } from '../promql/usePromReads';
import type { FieldsProps } from './ConfigFields';
import { ColorField, LimitField } from './FormatFields';
import { LookFields } from './LookFields';
import { useMistakeAt } from './mistake';
import { NumberFormatFields } from './NumberFormatFields';
import { isRanged, promQueriesMax, queryLetter } from './promForm';
import { ShiftField } from './ShiftField';
import classes from './TileEditor.module.css';
import { withField, withShift } from './tileForm';
import type { PromConfig } from './types';

interface PromFieldsProps extends FieldsProps<PromConfig> {
  /** The variables of the dashboard. */
  variables?: string[];
  /** Enter was pressed in an expression. */
  onRun?: () => void;
}

/** A tile in PromQL: its queries, and how their numbers are written and drawn. */
export function PromFields({ config, variables = [], onRun, onChange }: PromFieldsProps) {
  const { queries, displayType } = config;
  const put = (changed: PromQLExpression[]) => onChange({ ...config, queries: changed });
  return (
    <>
      <Stack gap="sm">
        {queries.map((query, at) => (
          <QueryForm
            key={at}
            place={at}
            query={query}
            variables={variables}
            isOverTime={isRanged(config)}
            onChange={(changed) => put(queries.with(at, changed))}
            {...(onRun !== undefined && { onRun })}
            {...(queries.length > 1 && { onRemove: () => put(queries.toSpliced(at, 1)) })}
          />
        ))}
        {queries.length < promQueriesMax && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() => put([...queries, { expression: '' }])}
            >
              Add query
            </Button>
          </Group>
        )}
        {displayType === 'number' && queries.length > 1 && (
          <Text size="xs" c="dimmed">
            A number shows the last query.
          </Text>
        )}
      </Stack>
      <NumberFormatFields
        format={config.numberFormat}
        onChange={(format) => onChange(withField(config, 'numberFormat', format))}
      />
      <TypeFields config={config} onChange={onChange} />
      <ShiftField value={config.timeShift} onChange={(shift) => onChange(withShift(config, shift))} />
    </>
  );
}

/** What only some types have. */
function TypeFields({ config, onChange }: FieldsProps<PromConfig>) {
  if (config.displayType === 'number')
    return <ColorField value={config.color} onChange={(color) => onChange(withField(config, 'color', color))} />;
  if (config.displayType !== 'line' && config.displayType !== 'stacked_bar') return null;
  return (
    <>
      {config.displayType === 'line' && (
        <Checkbox
          label="Compare to previous period"
          checked={config.compareToPreviousPeriod === true}
          onChange={(event) => onChange({ ...config, compareToPreviousPeriod: event.currentTarget.checked })}
        />
      )}
      <LimitField
        value={config.seriesLimit}
        usual={1000}
        onChange={(limit) => onChange(withField(config, 'seriesLimit', limit))}
      />
      <LookFields config={config} onChange={(changed) => onChange(changed as PromConfig)} />
    </>
  );
}

interface QueryFormProps {
  /** Its place among the queries, which its letter says. */
  place: number;
  query: PromQLExpression;
  variables: string[];
  isOverTime: boolean;
  onChange: (query: PromQLExpression) => void;
  onRun?: () => void;
  onRemove?: () => void;
}

/** One query: an expression, and the names of its series. */
function QueryForm({ place, query, variables, isOverTime, onChange, onRun, onRemove }: QueryFormProps) {
  const { span } = useTimeRange();
  const reads = usePromReads(span);
  const letter = queryLetter(place);
  return (
    <Stack gap="sm" className={classes.series} role="group" aria-label={`Query ${letter}`}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Query {letter}
        </Text>
        {onRemove !== undefined && (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Remove query ${letter}`} onClick={onRemove}>
            <Icon name="close" size={14} />
          </ActionIcon>
        )}
      </Group>
      <PromInput
        label={`Expression ${letter}`}
        value={query.expression}
        onChange={(expression) => onChange({ ...query, expression })}
        reads={reads}
        variables={variables}
        error={useMistakeAt(`queries.${place}.expression`)}
        {...(onRun !== undefined && { onRun })}
      />
      <TextInput
        label="Legend"
        description="{{label}} stands for the value of a label."
        placeholder="{{job}}"
        maxLength={256}
        value={query.legend ?? ''}
        error={useMistakeAt(`queries.${place}.legend`)}
        onChange={(event) => onChange({ ...query, legend: event.currentTarget.value })}
      />
      {isOverTime && (
        <Checkbox
          label="Only at the end of the time range"
          checked={query.instant === true}
          onChange={(event) => onChange({ ...query, instant: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
