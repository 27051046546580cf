import { Box, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { AddToDashboard } from './AddToDashboard';
import { ChartForm } from './ChartForm';
import { ChartView } from './ChartView';
import classes from './charts.module.css';
import { StatementsButton } from './StatementsDrawer';
import { newSeries, readChart, writeChart, type ChartState } from './state';

/** Builds a chart of anything that is stored. */
export function ChartsPage() {
  const sources = useQuery(sourcesQuery);
  const [chart, change] = useChart();
  const usable = (sources.data ?? []).filter(
    ({ kind, disabled }) => ['log', 'trace', 'metric'].includes(kind) && !disabled,
  );
  const source = usable.find(({ id }) => id === chart.source) ?? usable[0];
  const empty = (
    <EmptyState title="There is no source to chart" icon="chart">
      Add a source in the team settings.
    </EmptyState>
  );
  if (source === undefined) {
    return (
      <Page title="Charts">
        <View<Source[]> query={sources} failure="The sources could not be loaded" isEmpty={() => true} empty={empty}>
          {() => null}
        </View>
      </Page>
    );
  }
  const choose = (id: string | null) =>
    id !== null && change({ source: id, series: [newSeries], groupBy: ['ServiceName'] });
  const heading = (
    <Box className={classes.heading}>
      <h1 className={classes.title}>Charts</h1>
      <Select
        aria-label="Source"
        w={180}
        data={usable.map(({ id, name }) => ({ value: id, label: name }))}
        value={source.id}
        allowDeselect={false}
        onChange={choose}
      />
    </Box>
  );
  return (
    <Page
      title="Charts"
      heading={heading}
      isFilling
      actions={
        <>
          <StatementsButton chart={chart} source={source} />
          <AddToDashboard chart={chart} source={source} />
          <TimeRangePicker />
        </>
      }
    >
      <Box className={classes.split}>
        <ChartForm chart={chart} source={source} onChange={change} />
        <ChartView chart={chart} source={source} />
      </Box>
    </Page>
  );
}

function useChart(): [ChartState, (change: Partial<ChartState>) => void] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const chart = useMemo(() => readChart(search), [search]);
  const change = (part: Partial<ChartState>) =>
    void navigate({
      to: '/charts',
      search: (before: Record<string, unknown>) => writeChart(before, { ...readChart(before), ...part }),
    });
  return [chart, change];
}
