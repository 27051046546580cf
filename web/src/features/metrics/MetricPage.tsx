import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';

import type { MetricData, MetricsData } from '../../api/prom.gen';
import { CopyLinksButton } from '../../components/CopyLinks';
import { EmptyState } from '../../components/EmptyState';
import { PartialOf } from '../../components/MissingShards';
import { Page } from '../../components/Page';
import { PageLink } from '../../components/PageLink';
import { valueWords } from '../../components/signs';
import { TelemetryText } from '../../components/TelemetryText';
import { TimeRangePicker } from '../../components/TimeRangePicker';
import { View } from '../../components/View';
import { plain } from '../../number';
import { useTimeRange } from '../../time/useTimeRange';
import { Facts } from '../parts/Facts';
import { LabelTable } from './LabelTable';
import { MetricChart } from './MetricChart';
import classes from './metrics.module.css';
import { metricSeriesQuery } from './seriesQueries';
import { WhoSends } from './WhoSends';

/** One metric: what is known about it, a chart, its labels, and who sends it. */
export function MetricPage() {
  const { name = '' } = useParams({ strict: false });
  const { span } = useTimeRange();
  const metric = useQuery(metricSeriesQuery(span, name));
  const heading = (
    <Group gap="xs" wrap="nowrap">
      <PageLink to="/metrics" size="sm">
        Metrics
      </PageLink>
      <h1 className={classes.heading}>
        <TelemetryText text={name} isOneLine isName />
      </h1>
    </Group>
  );
  const empty = (
    <EmptyState title="This metric has no series in this time range" icon="metric">
      Try a longer time range.
    </EmptyState>
  );
  return (
    <Page
      title={valueWords(name)}
      heading={heading}
      actions={
        <>
          <CopyLinksButton />
          <TimeRangePicker />
        </>
      }
    >
      <View<MetricsData>
        query={metric}
        failure="The metric could not be loaded"
        isEmpty={({ metrics }) => metrics.length === 0}
        empty={empty}
      >
        {({ metrics }) => (
          <Stack gap="lg">
            {metrics.map((one) => (
              <About key={one.type} metric={one} />
            ))}
            <LabelTable metric={name} />
            <WhoSends metric={name} />
          </Stack>
        )}
      </View>
    </Page>
  );
}

function SeriesCount({ series }: { series: number }) {
  return (
    <Group gap="xs" component="span">
      {plain(series)} <PartialOf queryKey={['metric-series']} />
    </Group>
  );
}

function About({ metric }: { metric: MetricData }) {
  const { name, original, type, unit, help, series, lastSeen } = metric;
  return (
    <Stack gap="md">
      {help !== '' && (
        <Text size="sm" className={classes.help}>
          <TelemetryText text={help} />
        </Text>
      )}
      <Facts
        facts={[
          { name: 'Name', value: name, isMono: true, canCopy: true },
          ...(original === undefined ? [] : [{ name: 'Sent as', value: original, isMono: true, canCopy: true }]),
          { name: 'Type', value: type },
          { name: 'Unit', value: unit === '' ? '–' : <TelemetryText text={unit} isOneLine /> },
          { name: 'Series', value: <SeriesCount series={series} /> },
          { name: 'Last day', value: lastSeen },
        ]}
      />
      <MetricChart metric={metric} />
    </Stack>
  );
}
