import { Anchor, Box, useComputedColorScheme } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';

import type { Source } from '../../api/stack.gen';
import { firstSource, sourcesQuery, type ChartAnswer } from '../../api/telemetry';
import { contentOf } from '../../charting/content';
import { TimeChart } from '../../components/chart/TimeChart';
import { EmptyState } from '../../components/EmptyState';
import { Panel } from '../../components/Panel';
import { View } from '../../components/View';
import { plain } from '../../number';
import { useTimeRange } from '../../time/useTimeRange';
import { histogramQuery } from '../search/queries';
import { trafficQuery } from '../services/queries';
import classes from './OverviewPage.module.css';
import { OverviewSkeleton } from './OverviewSkeleton';

/** Log records by level and requests by service. */
export function Activity() {
  const sources = useQuery(sourcesQuery);
  return (
    <View<Source[]> query={sources} failure="The sources could not be loaded" skeleton={<OverviewSkeleton />}>
      {(all) => {
        const [logs, traces] = [firstSource(all, 'log'), firstSource(all, 'trace')];
        return (
          <div className={classes.pair}>
            {logs !== undefined && <Logs source={logs} />}
            {traces !== undefined && <Requests source={traces} />}
          </div>
        );
      }}
    </View>
  );
}

function Logs({ source }: { source: Source }) {
  const { span } = useTimeRange();
  const answer = useQuery(histogramQuery({ source, where: '', language: 'lucene', span }));
  return (
    <Counted
      title="Log records by level"
      link={
        <Anchor component={Link} to="/search" size="xs">
          Search
        </Anchor>
      }
      answer={answer}
    />
  );
}

function Requests({ source }: { source: Source }) {
  const { span } = useTimeRange();
  const answer = useQuery(trafficQuery(source, span));
  return (
    <Counted
      title="Requests by service"
      link={
        <Anchor component={Link} to="/services" size="xs">
          Services
        </Anchor>
      }
      answer={answer}
    />
  );
}

interface CountedProps {
  title: string;
  link: ReactNode;
  answer: UseQueryResult<ChartAnswer>;
}

function Counted({ title, link, answer }: CountedProps) {
  const empty = (
    <EmptyState
      title="No data in this time range"
      icon="chart"
      action={
        <Anchor component={Link} to="/welcome" size="sm">
          Send your first data
        </Anchor>
      }
    >
      Send logs, traces and metrics with OpenTelemetry.
    </EmptyState>
  );
  return (
    <Panel title={title} actions={link}>
      <View
        query={answer}
        failure="The numbers could not be loaded"
        isEmpty={({ data }) => data.length === 0}
        empty={empty}
        skeleton={<Box h={chartPixels} />}
      >
        {(found) => <Bars title={title} answer={found} />}
      </View>
    </Panel>
  );
}

const chartPixels = 200;

function Bars({ title, answer }: { title: string; answer: ChartAnswer }) {
  const { span, zoom } = useTimeRange();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const content = useMemo(() => contentOf(answer, { names: ['Rows'], span, gap: 0, scheme }), [answer, span, scheme]);
  return <TimeChart label={title} content={content} kind="bars" height={chartPixels} format={plain} onZoom={zoom} />;
}
