import { Button, Checkbox, Group, Stack } from '@mantine/core';

import type { SelectItem } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { useMetricFields } from '../metrics/useMetricFields';
import { FormulaFields } from './FormulaFields';
import { GroupByField } from './GroupByField';
import { SeriesForm } from './SeriesForm';
import { formulasMaxOf, formulasOf, seriesMaxOf, withFormulas, withoutSeries } from './tileForm';
import type { ChartConfig, ConfigOf } from './types';

interface SeriesFieldsProps {
  config: ChartConfig;
  isMetric: boolean;
  onChange: (config: ChartConfig) => void;
}

/** The series of a chart: what is counted or computed, of which events, and how it is grouped. */
export function SeriesFields({ config, isMetric, onChange }: SeriesFieldsProps) {
  const most = seriesMaxOf(config);
  const items = config.select.slice(0, most);
  const attributes = useAttributes(config, isMetric);
  const put = (select: SelectItem[]) => onChange({ ...config, select });
  return (
    <Stack gap="sm">
      {items.map((item, at) => (
        <SeriesForm
          key={at}
          sourceId={config.sourceId}
          place={at}
          item={item}
          isMetric={isMetric}
          hasAxis={config.displayType === 'line'}
          onChange={(changed) => put(config.select.with(at, changed))}
          {...(items.length > 1 && { onRemove: () => onChange(withoutSeries(config, at)) })}
        />
      ))}
      <FormulaFields config={config} onChange={onChange} />
      <Group gap="xs">
        {items.length < most && (
          <AddButton name="Add series" onClick={() => put([...items, { ...(items.at(-1) ?? { aggFn: 'count' }) }])} />
        )}
        {formulasOf(config).length < formulasMaxOf(config) && (
          <AddButton
            name="Add formula"
            onClick={() => onChange(withFormulas(config, [...formulasOf(config), { expression: usual(items) }]))}
          />
        )}
      </Group>
      {config.displayType !== 'number' && (
        <GroupByField
          sourceId={config.sourceId}
          value={config.groupBy ?? ''}
          also={attributes}
          onChange={(groupBy) => onChange({ ...config, groupBy })}
        />
      )}
      {items.length === 2 && isDivisible(config) && formulasOf(config).length === 0 && (
        <Checkbox
          label="Show A divided by B"
          checked={config.asRatio === true}
          onChange={(event) => onChange(withRatio(config, event.currentTarget.checked))}
        />
      )}
      {config.displayType === 'line' && (
        <Checkbox
          label="Compare to previous period"
          checked={config.compareToPreviousPeriod === true}
          onChange={(event) => onChange({ ...config, compareToPreviousPeriod: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

function AddButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
      {name}
    </Button>
  );
}

/** What a formula starts with. */
function usual(items: SelectItem[]): string {
  return items.length > 1 ? 'A / B' : 'A';
}

type DivisibleConfig = ConfigOf<'line' | 'stacked_bar' | 'table'>;

function isDivisible(config: ChartConfig): config is DivisibleConfig {
  return config.displayType === 'line' || config.displayType === 'stacked_bar' || config.displayType === 'table';
}

/** Nothing is left of a unit that is divided by one of its kind. */
function withRatio(config: DivisibleConfig, asRatio: boolean): ChartConfig {
  const select = config.select.map(({ numberFormat, ...item }) =>
    asRatio || numberFormat === undefined ? item : { ...item, numberFormat },
  );
  return { ...config, asRatio, select };
}

/** What the metrics of the series can be grouped by. */
function useAttributes({ sourceId, select }: ChartConfig, isMetric: boolean): string[] {
  const named = select.map(({ metricName = '', metricType = 'gauge' }) => ({ metricName, metricType }));
  const attributes = useMetricFields(sourceId, isMetric ? named : []);
  return isMetric ? attributes : [];
}
