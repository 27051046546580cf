import { Box, Group, Text, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import type { ChartAnswer } from '../../api/telemetry';
import { contentOf, withPrevious } from '../../charting/content';
import { ChartLegend } from '../../components/chart/ChartLegend';
import { TimeChart } from '../../components/chart/TimeChart';
import type { ChartContent, ChartKind } from '../../components/chart/types';
import { useHidden } from '../../components/chart/useHidden';
import { EmptyState } from '../../components/EmptyState';
import { UnknownNames } from '../../components/UnknownNames';
import { View } from '../../components/View';
import { bytes, counted, short } from '../../number';
import { duration } from '../../time/format';
import { previousSpan, type TimeSpan } from '../../time/range';
import { useTimeRange } from '../../time/useTimeRange';
import classes from './charts.module.css';
import { chartQuery } from './queries';
import { isComplete, namesOf, type ChartState } from './state';
import { TotalsTable } from './TotalsTable';

interface ChartViewProps {
  chart: ChartState;
  source: Source;
}

/** The chart that is being built. */
export function ChartView({ chart, source }: ChartViewProps) {
  const { span } = useTimeRange();
  const isReady = chart.series.every((series) => isComplete(series, source.kind === 'metric'));
  const answer = useQuery({ ...chartQuery(chart, source, span), enabled: isReady });
  const before = useQuery({
    ...chartQuery(chart, source, previousSpan(span)),
    enabled: isReady && chart.isCompared && chart.display === 'line',
  });
  const empty = (
    <EmptyState title="No data in this time range" icon="chart">
      Try a longer time range or fewer conditions.
    </EmptyState>
  );
  if (!isReady)
    return (
      <Box className={classes.view}>
        <EmptyState title="Choose what to chart" icon="chart">
          A function needs the field that it is taken of; a metric needs its name.
        </EmptyState>
      </Box>
    );
  return (
    <Box className={classes.view}>
      <UnknownNames warnings={answer.data?.meta.warnings} />
      <View
        query={answer}
        failure="The chart could not be loaded"
        isEmpty={({ data }) => data.length === 0}
        empty={empty}
      >
        {(found) => (
          <Drawing
            chart={chart}
            source={source}
            answer={found}
            before={chart.isCompared ? before.data : undefined}
            span={span}
          />
        )}
      </View>
    </Box>
  );
}

interface DrawingProps extends ChartViewProps {
  answer: ChartAnswer;
  before: ChartAnswer | undefined;
  span: TimeSpan;
}

function Drawing({ chart, source, answer, before, span }: DrawingProps) {
  const names = useMemo(() => namesOf(chart.series), [chart.series]);
  const format = useMemo(() => formatOf(chart, source), [chart, source]);
  const content = useContent(chart, { answer, before, span, names });
  if (chart.display === 'table')
    return <TotalsTable answer={answer} names={names} groupBy={chart.groupBy} format={format} />;
  if (chart.display === 'number') return <Numbers content={content} format={format} />;
  return (
    <>
      <Chart kind={chart.display} content={content} format={format} />
      <Cost answer={answer} />
    </>
  );
}

function Chart({
  kind,
  content,
  format,
}: {
  kind: ChartKind;
  content: ChartContent;
  format: (value: number) => string;
}) {
  const [hidden, toggle] = useHidden();
  const { zoom } = useTimeRange();
  return (
    <>
      <TimeChart
        label="Chart"
        content={content}
        kind={kind}
        height={380}
        format={format}
        hidden={hidden}
        onZoom={zoom}
      />
      <ChartLegend series={content.series} format={format} hidden={hidden} onToggle={toggle} heightMax={420} />
    </>
  );
}

interface Answers {
  answer: ChartAnswer;
  before: ChartAnswer | undefined;
  span: TimeSpan;
  names: string[];
}

function useContent(chart: ChartState, { answer, before, span, names }: Answers): ChartContent {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  return useMemo(() => {
    const gap = chart.display === 'line' ? null : 0;
    const now = contentOf(answer, { names, span, gap, scheme });
    if (before === undefined || chart.display !== 'line') return now;
    return withPrevious(now, contentOf(before, { names, span: previousSpan(span), gap, scheme }));
  }, [answer, before, span, names, scheme, chart.display]);
}

/** Durations are shown as such when the chart is about nothing else. */
function formatOf(chart: ChartState, source: Source): (value: number) => string {
  const areDurations = chart.series.every(
    ({ field, fn }) => field === source.durationExpression && fn !== 'count' && fn !== 'count_distinct',
  );
  if (source.kind === 'trace' && areDurations)
    return (value) => duration(value * 10 ** (9 - (source.durationPrecision ?? 3)));
  return short;
}

function Numbers({ content, format }: { content: ChartContent; format: (value: number) => string }) {
  return (
    <Group gap="xl" p="xl">
      {content.series.map(({ name, values }) => (
        <div key={name}>
          <div className={classes.number}>{format(values.findLast((value) => value !== null) ?? 0)}</div>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
        </div>
      ))}
    </Group>
  );
}

function Cost({ answer: { meta } }: { answer: ChartAnswer }) {
  return (
    <Text size="xs" c="dimmed" className={classes.cost} role="status">
      {counted(meta.rowsRead, 'row')} and {bytes(meta.bytesRead)} read in {Math.max(1, Math.round(meta.elapsedMs))} ms,
      one point for {duration(meta.stepSeconds * 1e9)}
      {meta.remainder !== undefined && `, ${meta.remainder.groups} smaller groups left out`}
    </Text>
  );
}
