import { Box, Text } from '@mantine/core';
import { useMemo, type ReactNode, type RefObject } from 'react';

import type { DrawnTile } from '../../api/telemetry';
import { EmptyState } from '../../components/EmptyState';
import { UnknownNames } from '../../components/UnknownNames';
import { View } from '../../components/View';
import { bytes, counted } from '../../number';
import { duration } from '../../time/format';
import { useTimeRange } from '../../time/useTimeRange';
import type { Granularity, Scope } from '../dashboards/scope';
import { TileContent } from '../dashboards/TileByType';
import { ToldContext } from '../dashboards/tiles/TileView';
import { useTile } from '../dashboards/tiles/useTile';
import { isPromQL, type TileConfig } from '../dashboards/types';
import classes from './charts.module.css';

interface ChartViewProps {
  /** Null while there is nothing that could be shown. */
  config: TileConfig | null;
  granularity: Granularity;
  scope: Scope;
  /** What is shown is older than what is being typed. */
  isHeld: boolean;
  /** Around what is drawn. */
  stage: RefObject<HTMLDivElement | null>;
  /** What is missing while there is nothing. */
  missing: ReactNode;
}

/** The chart that is being built, drawn as the tile that it would be on a dashboard. */
export function ChartView({ config, isHeld, missing, ...shown }: ChartViewProps) {
  const drawn = useMemo(() => (config === null ? null : withTable(config)), [config]);
  if (drawn === null) return <Box className={classes.view}>{missing}</Box>;
  return (
    <Box className={classes.view} data-held={isHeld || undefined}>
      {/* What is shown while the next answer is on its way must be of the same shape. */}
      <Drawn key={drawn.displayType} config={drawn} {...shown} />
    </Box>
  );
}

/** The page has room for the legend as a table. */
function withTable(config: TileConfig): TileConfig {
  const isOverTime = config.displayType === 'line' || config.displayType === 'stacked_bar';
  return isOverTime && config.legend === undefined ? { ...config, legend: 'table' } : config;
}

function Drawn({
  config,
  granularity,
  scope,
  stage,
}: Omit<ChartViewProps, 'isHeld' | 'missing'> & { config: TileConfig }) {
  const { zoom } = useTimeRange();
  const tile = useTile(config, scope, granularity);
  const empty = (
    <EmptyState title="No data in this time range" icon="chart">
      Try a longer time range or fewer conditions.
      <UnknownNames warnings={tile.data?.meta.warnings} />
    </EmptyState>
  );
  const name = config.displayType === 'table' ? 'Totals' : 'Chart';
  return (
    <>
      <div ref={stage} className={classes.stage}>
        <div className={classes.drawn}>
          <View
            query={tile}
            failure="The chart could not be loaded"
            isEmpty={({ rows }) => rows.length === 0}
            empty={empty}
          >
            {() => (
              <ToldContext value>
                <TileContent name={name} config={config} scope={scope} granularity={granularity} onZoom={zoom} />
              </ToldContext>
            )}
          </View>
        </div>
      </div>
      <Text size="xs" c="dimmed" className={classes.cost} role="status">
        {tile.data !== undefined && costWords(tile.data, isPromQL(config))}
      </Text>
    </>
  );
}

function costWords({ meta, displayType }: DrawnTile, isProm: boolean): string {
  const what = isProm
    ? counted(meta.rowsRead, 'sample')
    : `${counted(meta.rowsRead, 'row')} and ${bytes(meta.bytesRead)}`;
  const read = `${what} read in ${Math.max(1, Math.round(meta.elapsedMs))} ms`;
  const isOverTime = displayType === 'line' || displayType === 'stacked_bar';
  const step = isOverTime ? `, one point for ${duration(meta.stepSeconds * 1e9)}` : '';
  return `${read}${step}`;
}
