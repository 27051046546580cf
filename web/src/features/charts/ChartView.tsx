import { Box, Group, Text, useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import type { DrawnTile } from '../../api/telemetry';
import { ChartLegend } from '../../components/chart/ChartLegend';
import { TimeChart } from '../../components/chart/TimeChart';
import type { ChartKind } from '../../components/chart/types';
import { useHidden } from '../../components/chart/useHidden';
import { EmptyState } from '../../components/EmptyState';
import { UnknownNames } from '../../components/UnknownNames';
import { View } from '../../components/View';
import { bytes, counted } from '../../number';
import { duration } from '../../time/format';
import { useTimeRange } from '../../time/useTimeRange';
import { columnsOf } from '../dashboards/cells';
import type { Granularity, Scope } from '../dashboards/scope';
import { chartOf } from '../dashboards/tiles/chartOf';
import { NumberTile } from '../dashboards/tiles/NumberTile';
import { GroupTable } from '../dashboards/tiles/TableTile';
import { useChartDrill } from '../dashboards/tiles/useChartDrill';
import { useFormats } from '../dashboards/tiles/useFormats';
import { useTile } from '../dashboards/tiles/useTile';
import type { ChartConfig, ConfigOf } from '../dashboards/types';
import classes from './charts.module.css';
import { configsOf, isComplete, namesOf, type ChartState } from './state';

interface ChartViewProps {
  chart: ChartState;
  source: Source;
  scope: Scope;
}

/** The chart that is being built, drawn as the tile that it would be on a dashboard. */
export function ChartView({ chart, source, scope }: ChartViewProps) {
  const configs = useMemo(() => configsOf(chart, source), [chart, source]);
  const isReady = chart.series.every((series) => isComplete(series, source.kind === 'metric'));
  const [config] = configs;
  if (!isReady || config === undefined)
    return (
      <Box className={classes.view}>
        <EmptyState title="Choose what to chart" icon="chart">
          A function needs the field that it is taken of; a metric needs its name.
        </EmptyState>
      </Box>
    );
  return (
    <Box className={classes.view}>
      {chart.display === 'number' ? (
        <Numbers configs={configs as ConfigOf<'number'>[]} names={namesOf(chart.series)} scope={scope} />
      ) : (
        // What is shown while the next answer is on its way must be of the same shape.
        <Drawn key={config.displayType} chart={chart} config={config} scope={scope} />
      )}
    </Box>
  );
}

interface DrawnProps {
  chart: ChartState;
  config: ChartConfig;
  scope: Scope;
}

function Drawn({ chart, config, scope }: DrawnProps) {
  const tile = useTile(config, scope, chart.granularity as Granularity);
  const empty = (
    <EmptyState title="No data in this time range" icon="chart">
      Try a longer time range or fewer conditions.
    </EmptyState>
  );
  return (
    <>
      <UnknownNames warnings={tile.data?.meta.warnings} />
      <View
        query={tile}
        failure="The chart could not be loaded"
        isEmpty={({ rows }) => rows.length === 0}
        empty={empty}
      >
        {(shown) =>
          config.displayType === 'table' ? (
            <GroupTable name="Totals" config={config} content={shown} scope={scope} />
          ) : (
            <>
              <Chart kind={chart.display as ChartKind} config={config} shown={shown} scope={scope} />
              <Cost shown={shown} />
            </>
          )
        }
      </View>
    </>
  );
}

interface ChartProps {
  kind: ChartKind;
  config: ChartConfig;
  shown: DrawnTile;
  scope: Scope;
}

function Chart({ kind, config, shown, scope }: ChartProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [hidden, toggle] = useHidden();
  const { zoom } = useTimeRange();
  const formats = useFormats(config);
  const format = useMemo(() => formats(columnsOf(shown, 'value')[0]), [formats, shown]);
  const content = useMemo(() => chartOf(shown, scope.span, scheme), [shown, scope.span, scheme]);
  const { onPick, onEntry } = useChartDrill({ config, shown, content, scope, format });
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
        {...(onPick !== undefined && { onPick })}
      />
      <ChartLegend
        series={content.series}
        format={format}
        hidden={hidden}
        onToggle={toggle}
        onPick={onEntry}
        heightMax={420}
      />
    </>
  );
}

function Numbers({ configs, names, scope }: { configs: ConfigOf<'number'>[]; names: string[]; scope: Scope }) {
  return (
    <Group gap="xl" p="xl">
      {configs.map((config, at) => (
        <figure key={at} className={classes.number}>
          <NumberTile name={names[at] ?? ''} config={config} scope={scope} />
          <Text component="figcaption" size="sm" c="dimmed" ta="center">
            {names[at]}
          </Text>
        </figure>
      ))}
    </Group>
  );
}

function Cost({ shown: { meta, groupsLeft } }: { shown: DrawnTile }) {
  return (
    <Text size="xs" c="dimmed" className={classes.cost} role="status">
      {counted(meta.rowsRead, 'row')} and {bytes(meta.bytesRead)} read in {Math.max(1, Math.round(meta.elapsedMs))} ms,
      one point for {duration(meta.stepSeconds * 1e9)}
      {groupsLeft > 0 && `, ${groupsLeft} smaller groups left out`}
    </Text>
  );
}
