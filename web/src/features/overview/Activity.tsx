import { Anchor, Box, useComputedColorScheme } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';

import type { Source } from '../../api/stack.gen';
import { firstSource, sourcesQuery, type ChartAnswer } from '../../api/telemetry';
import { contentOf } from '../../charting/content';
import { TimeChart } from '../../components/chart/TimeChart';
import { EmptyState } from '../../components/EmptyState';
import { PartialMark } from '../../components/MissingShards';
import { Panel } from '../../components/Panel';
import { View } from '../../components/View';
import { plain } from '../../number';
import { useTimeRange } from '../../time/useTimeRange';
import { ChartMenu } from '../charts/ChartMenu';
import { unnarrowed } from '../dashboards/scope';
import type { TileConfig } from '../dashboards/types';
import { histogramQuery, levelOf } from '../search/queries';
import { trafficConfig } from '../services/configs';
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
  const config = useMemo(
    (): TileConfig => ({
      displayType: 'stacked_bar',
      sourceId: source.id,
      select: [{ aggFn: 'count' }],
      groupBy: levelOf(source),
    }),
    [source],
  );
  return (
    <Counted
      title="Log records by level"
      link={
        <Anchor component={Link} to="/search" size="xs">
          Search
        </Anchor>
      }
      answer={answer}
      config={config}
    />
  );
}

function Requests({ source }: { source: Source }) {
  const { span } = useTimeRange();
  const answer = useQuery(trafficQuery(source, span));
  const config = useMemo(() => trafficConfig(source), [source]);
  return (
    <Counted
      title="Requests by service"
      link={
        <Anchor component={Link} to="/services" size="xs">
          Services
        </Anchor>
      }
      answer={answer}
      config={config}
    />
  );
}

interface CountedProps {
  title: string;
  link: ReactNode;
  answer: UseQueryResult<ChartAnswer>;
  /** The same as a tile. */
  config: TileConfig;
}

function Counted({ title, link, answer, config }: CountedProps) {
  const { span } = useTimeRange();
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
    <Panel
      title={title}
      actions={
        <>
          <PartialMark shards={answer.data?.meta.partial} />
          {link}
          <ChartMenu config={config} name={title} scope={unnarrowed(span)} />
        </>
      }
    >
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
