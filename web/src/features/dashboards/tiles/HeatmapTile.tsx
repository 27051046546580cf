import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { queryChart, type ChartAnswer } from '../../../api/telemetry';
import { numberAt } from '../../../charting/content';
import { formatterOf } from '../../../number';
import { dayTime } from '../../../time/format';
import { useZone } from '../../../time/zone';
import {
  boundsRequest,
  heatItem,
  heatOf,
  heatRequest,
  linearScale,
  logScale,
  valueOfRow,
  type Heat,
  type HeatScale,
} from '../heat';
import type { Scope } from '../scope';
import type { ConfigOf } from '../types';
import { TileView } from './TileView';
import classes from './tiles.module.css';

interface HeatmapTileProps {
  name: string;
  config: ConfigOf<'heatmap'>;
  scope: Scope;
}

/** How values are spread, over time. */
export function HeatmapTile({ name, config, scope }: HeatmapTileProps) {
  const found = useQuery({
    queryKey: ['heatmap', config, scope],
    queryFn: ({ signal }) => readHeat(config, scope, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <TileView query={found} isEmpty={({ heat }) => heat.cells.length === 0}>
      {({ heat, scale }) => <Cells name={name} config={config} heat={heat} scale={scale} />}
    </TileView>
  );
}

async function readHeat(
  config: ConfigOf<'heatmap'>,
  scope: Scope,
  signal: AbortSignal,
): Promise<{ heat: Heat; scale: HeatScale }> {
  const scale =
    heatItem(config).heatmapScaleType === 'linear'
      ? scaleOf(await queryChart(boundsRequest(config, scope), signal))
      : logScale;
  const answer = await queryChart(heatRequest(config, scope, scale), signal);
  return { heat: heatOf(answer.data, answer.meta.stepSeconds * 1000, scope.span), scale };
}

function scaleOf(answer: ChartAnswer): HeatScale {
  const [point] = answer.data;
  return point === undefined ? linearScale(0, 1) : linearScale(numberAt(point, 0) ?? 0, numberAt(point, 1) ?? 1);
}

interface CellsProps {
  name: string;
  config: ConfigOf<'heatmap'>;
  heat: Heat;
  scale: HeatScale;
}

function Cells({ name, config, heat, scale }: CellsProps) {
  const [zone] = useZone();
  const format = formatterOf(config.numberFormat);
  const [low, high] = heat.rows;
  const height = high - low + 1;
  const marks = [high + 1, Math.round((high + low + 1) / 2), low];
  return (
    <div className={classes.heatmap}>
      <div className={classes.scale} aria-hidden="true">
        {marks.map((row, at) => (
          <span key={at}>{format(valueOfRow(row, scale))}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${heat.columns.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={name}>
        {heat.cells.map(({ column, row, count, share }) => (
          <rect
            key={`${column} ${row}`}
            x={column}
            y={high - row}
            width={1.02}
            height={1.02}
            fill={`color-mix(in oklab, var(--mantine-primary-color-filled) ${Math.round(12 + share * 88)}%, var(--cairn-panel))`}
          >
            <title>{`${dayTime(heat.columns[column] ?? 0, zone)}\n${format(valueOfRow(row, scale))} to ${format(valueOfRow(row + 1, scale))}: ${count}`}</title>
          </rect>
        ))}
      </svg>
      <div className={classes.times} aria-hidden="true">
        <span>{dayTime(heat.columns[0] ?? 0, zone)}</span>
        <span>{dayTime(heat.columns.at(-1) ?? 0, zone)}</span>
      </div>
    </div>
  );
}
