import { ActionIcon, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';

import type { Formula } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import mono from '../parts/mono.module.css';
import { AxisField } from './AxisField';
import { outputs } from './NumberFormatFields';
import { useMistakeAt } from './mistake';
import classes from './TileEditor.module.css';
import { formulasOf, withFormulas } from './tileForm';
import type { ChartConfig } from './types';

interface FormulaFieldsProps {
  config: ChartConfig;
  onChange: (config: ChartConfig) => void;
}

/** The series that are computed from others. */
export function FormulaFields({ config, onChange }: FormulaFieldsProps) {
  const formulas = formulasOf(config);
  if (formulas.length === 0) return null;
  const put = (changed: Formula[]) => onChange(withFormulas(config, changed));
  return (
    <>
      {formulas.map((formula, at) => (
        <FormulaForm
          key={at}
          place={at}
          formula={formula}
          hasAxis={config.displayType === 'line'}
          onChange={(changed) => put(formulas.with(at, changed))}
          onRemove={() => put(formulas.toSpliced(at, 1))}
        />
      ))}
      {'showOperandSeries' in config || config.displayType !== 'number' ? (
        <Checkbox
          label="Show the series that formulas are made of"
          checked={'showOperandSeries' in config && config.showOperandSeries === true}
          onChange={(event) => onChange({ ...config, showOperandSeries: event.currentTarget.checked } as ChartConfig)}
        />
      ) : null}
    </>
  );
}

interface FormulaFormProps {
  place: number;
  formula: Formula;
  hasAxis: boolean;
  onChange: (formula: Formula) => void;
  onRemove: () => void;
}

function FormulaForm({ place, formula, hasAxis, onChange, onRemove }: FormulaFormProps) {
  const error = useMistakeAt(`formulas.${place}.expression`);
  return (
    <Stack gap="sm" className={classes.series} role="group" aria-label={`Formula ${place + 1}`}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Formula {place + 1}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Remove formula ${place + 1}`}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </ActionIcon>
      </Group>
      <TextInput
        label="Expression"
        description="Series by their letters, numbers, + − * / and parentheses."
        placeholder="A / B"
        classNames={{ input: mono.input ?? '' }}
        value={formula.expression}
        error={error}
        onChange={(event) => onChange({ ...formula, expression: event.currentTarget.value })}
      />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Legend name"
          flex={1}
          value={formula.alias ?? ''}
          onChange={(event) => onChange(withText(formula, event.currentTarget.value))}
        />
        <NativeSelect
          label="Format"
          w={110}
          value={formula.numberFormat?.output ?? ''}
          data={outputs}
          onChange={(event) => onChange(withOutput(formula, event.currentTarget.value))}
        />
        {hasAxis && <AxisField item={formula} onChange={onChange} />}
      </Group>
    </Stack>
  );
}

function withText({ alias: _alias, ...formula }: Formula, alias: string): Formula {
  return alias === '' ? formula : { ...formula, alias };
}

function withOutput({ numberFormat, ...formula }: Formula, output: string): Formula {
  return output === '' ? formula : { ...formula, numberFormat: { ...numberFormat, output } };
}
