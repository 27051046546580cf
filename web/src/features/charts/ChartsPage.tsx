import { Box, Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import type { Source } from '../../api/stack.gen';
import { sourcesQuery } from '../../api/telemetry';
import { CopyLinksButton } from '../../components/CopyLinks';
import { EmptyState } from '../../components/EmptyState';
import { Icon } from '../../components/Icon';
import { Page } from '../../components/Page';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { unnarrowed } from '../dashboards/scope';
import { groupFilter } from '../drill/address';
import { DrillProvider } from '../drill/DrillProvider';
import { AddToDashboard } from './AddToDashboard';
import { ChartForm } from './ChartForm';
import { ChartView } from './ChartView';
import classes from './charts.module.css';
import { StatementsButton } from './StatementsDrawer';
import { narrowed, newSeries, readChart, writeChart, type ChartState } from './state';

/** Builds a chart of anything that is stored. */
export function ChartsPage() {
  const sources = useQuery(sourcesQuery);
  const [chart, change] = useChart();
  const [adding, setAdding] = useState<{ isForAlert: boolean } | null>(null);
  const { span } = useTimeRange();
  const scope = useMemo(() => unnarrowed(span), [span]);
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
          <Button
            variant="default"
            leftSection={<Icon name="dashboard" size={14} />}
            onClick={() => setAdding({ isForAlert: false })}
          >
            Add to dashboard
          </Button>
          <CopyLinksButton />
          <TimeRangePicker />
        </>
      }
    >
      <Box className={classes.split}>
        <ChartForm chart={chart} source={source} onChange={change} />
        <DrillProvider
          scope={scope}
          isChartsPage
          onFilter={(part, isExcluding) => change({ series: narrowed(chart.series, groupFilter(part, isExcluding)) })}
          {...(chart.display !== 'table' && { onAlert: () => setAdding({ isForAlert: true }) })}
        >
          <ChartView chart={chart} source={source} scope={scope} />
        </DrillProvider>
      </Box>
      {adding !== null && <AddToDashboard chart={chart} source={source} {...adding} onClose={() => setAdding(null)} />}
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
