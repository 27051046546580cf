import { Box, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';

import type { MetricsData } from '../../api/prom.gen';
import { CopyLinksButton } from '../../components/CopyLinks';
import { EmptyState } from '../../components/EmptyState';
import { Page } from '../../components/Page';
import { PageLink } from '../../components/PageLink';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { Lines, View } from '../../components/View';
import { useTimeRange } from '../../time/useTimeRange';
import { MetricList } from './MetricList';
import classes from './metrics.module.css';
import { metricSeriesQuery } from './seriesQueries';
import { SeriesWarning } from './SeriesWarning';
import { WhoSends } from './WhoSends';

/** Every metric with its number of series, and who sends them. */
export function MetricsPage() {
  const { span } = useTimeRange();
  const metrics = useQuery(metricSeriesQuery(span));
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (part: Record<string, unknown>) =>
    void navigate({
      to: '/metrics',
      search: (before: Record<string, unknown>) => ({ ...before, ...part }),
      replace: true,
    });
  const find = typeof search.find === 'string' ? search.find : '';
  return (
    <Page
      title="Metrics"
      isFilling
      actions={
        <>
          <CopyLinksButton />
          <TimeRangePicker />
        </>
      }
    >
      <Box className={classes.warning}>
        <SeriesWarning />
      </Box>
      <Tabs
        value={search.tab === 'senders' ? 'senders' : 'metrics'}
        onChange={(tab) => change({ tab: tab === 'senders' ? tab : undefined })}
        className={classes.tabs}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="metrics">Metrics</Tabs.Tab>
          <Tabs.Tab value="senders">Who sends</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="metrics" className={classes.panel}>
          <View<MetricsData>
            query={metrics}
            failure="The metrics could not be loaded"
            isEmpty={({ total }) => total === 0}
            empty={<NoMetrics />}
            skeleton={<Lines count={14} />}
          >
            {(data) => <MetricList data={data} find={find} onFind={(text) => change({ find: text || undefined })} />}
          </View>
        </Tabs.Panel>
        <Tabs.Panel value="senders" className={classes.senders}>
          <WhoSends />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function NoMetrics() {
  return (
    <EmptyState
      title="No metrics in this time range"
      icon="metric"
      action={
        <PageLink to="/send" size="sm">
          Send data
        </PageLink>
      }
    >
      Send metrics with OpenTelemetry, or have a Prometheus send them with remote write, or try a longer time range.
    </EmptyState>
  );
}
