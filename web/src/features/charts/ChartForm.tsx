import { Box, Button, SegmentedControl, Select, Stack, Switch, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Source } from '../../api/stack.gen';
import { Icon } from '../../components/Icon';
import { useMetricFields } from '../metrics/useMetricFields';
import classes from './charts.module.css';
import { chartFieldsQuery } from './queries';
import { SeriesForm } from './SeriesForm';
import { canDivide, displays, granularities, newSeries, seriesMax, type ChartState, type Display } from './state';

interface ChartFormProps {
  chart: ChartState;
  source: Source;
  onChange: (change: Partial<ChartState>) => void;
}

/** What the chart shows, and how. */
export function ChartForm({ chart, source, onChange }: ChartFormProps) {
  const fields = useQuery(chartFieldsQuery(source)).data ?? [];
  const texts = fields.filter(({ type }) => type === 'text').map(({ expression }) => expression);
  const attributes = useMetricFields(source.id, source.kind === 'metric' ? chart.series : []);
  const canCompare = chart.display === 'line';
  return (
    <Box component="aside" className={classes.form} aria-label="Chart settings">
      <Stack gap="lg">
        <SegmentedControl
          aria-label="Display"
          fullWidth
          data={displays}
          value={chart.display}
          onChange={(display) => onChange({ display: display as Display })}
        />
        {chart.series.map((series, at) => (
          <SeriesForm
            key={at}
            place={at}
            series={series}
            source={source}
            fields={fields}
            onChange={(change) =>
              onChange({ series: chart.series.map((one, index) => (index === at ? { ...one, ...change } : one)) })
            }
            {...(chart.series.length > 1 && {
              onRemove: () => onChange({ series: chart.series.filter((_, index) => index !== at) }),
            })}
          />
        ))}
        {chart.series.length < seriesMax && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange({ series: [...chart.series, chart.series.at(-1) ?? newSeries] })}
          >
            Add series
          </Button>
        )}
        {chart.display !== 'number' && (
          <TagsInput
            label="Group by"
            placeholder={chart.groupBy.length === 0 ? 'A field, or an SQL expression' : ''}
            data={source.kind === 'metric' ? attributes : texts}
            value={chart.groupBy}
            maxTags={10}
            onChange={(groupBy) => onChange({ groupBy })}
          />
        )}
        {chart.display !== 'number' && chart.display !== 'table' && (
          <Select
            label="Granularity"
            data={granularities.map((value) => ({ value, label: value === 'auto' ? 'Automatic' : value }))}
            value={chart.granularity}
            allowDeselect={false}
            onChange={(granularity) => onChange({ granularity: granularity ?? 'auto' })}
          />
        )}
        {canDivide(chart) && (
          <Switch
            label="Show A divided by B"
            checked={chart.isRatio}
            onChange={(event) => onChange({ isRatio: event.currentTarget.checked })}
          />
        )}
        {canCompare && (
          <Switch
            label="Compare to previous period"
            checked={chart.isCompared}
            onChange={(event) => onChange({ isCompared: event.currentTarget.checked })}
          />
        )}
      </Stack>
    </Box>
  );
}
