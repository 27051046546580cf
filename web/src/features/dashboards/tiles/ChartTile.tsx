import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

import type { TileContent } from '../../../api/stack.gen';
import { TimeChart } from '../../../components/chart/TimeChart';
import type { Band, Threshold } from '../../../components/chart/types';
import { useHidden } from '../../../components/chart/useHidden';
import { columnsOf } from '../cells';
import type { Granularity, Scope } from '../scope';
import type { ConfigOf, SqlConfigOf } from '../types';
import { CellTable } from './CellTable';
import { chartOf } from './chartOf';
import { SmallLegend } from './SmallLegend';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useChartDrill } from './useChartDrill';
import { useFormats } from './useFormats';
import { useTile } from './useTile';

interface ChartTileProps {
  name: string;
  config: ConfigOf<'line' | 'stacked_bar'> | SqlConfigOf<'line' | 'stacked_bar'>;
  scope: Scope;
  thresholds?: Threshold[];
  bands?: Band[];
  /** Width of the buckets; as the range allows when absent. */
  granularity?: Granularity;
  onZoom?: (start: number, end: number) => void;
}

/** A chart that is lower has no room for a legend. */
const legendFromPixels = 80;

/** Numbers over time, as lines or stacked bars. */
export function ChartTile(props: ChartTileProps) {
  const { name, config, scope, granularity } = props;
  const tile = useTile(config, scope, granularity);
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {(shown) =>
        columnsOf(shown, 'time').length === 0 ? (
          <CellTable name={name} content={shown} />
        ) : (
          <Drawing {...props} shown={shown} />
        )
      }
    </TileView>
  );
}

function Drawing({ name, config, scope, shown, thresholds, bands, onZoom }: ChartTileProps & { shown: TileContent }) {
  const { ref, height } = useElementSize<HTMLDivElement>();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [hidden, toggle] = useHidden();
  const formats = useFormats(config);
  const format = useMemo(() => formats(columnsOf(shown, 'value')[0]), [formats, shown]);
  const content = useMemo(() => chartOf(shown, scope.span, scheme), [shown, scope.span, scheme]);
  const { onPick, onEntry } = useChartDrill({ config, shown, content, scope, format });
  const hasLegend = content.series.length > 1 && height > legendFromPixels;
  return (
    <div className={classes.fill}>
      <div ref={ref} className={classes.drawing}>
        {height > 0 && (
          <TimeChart
            label={name}
            content={content}
            kind={config.displayType === 'line' ? 'line' : 'bars'}
            height={Math.max(40, height)}
            format={format}
            hidden={hidden}
            {...(thresholds !== undefined && { thresholds })}
            {...(bands !== undefined && { bands })}
            {...(onZoom !== undefined && { onZoom })}
            {...(onPick !== undefined && { onPick })}
          />
        )}
      </div>
      {hasLegend && <SmallLegend series={content.series} hidden={hidden} onToggle={toggle} onPick={onEntry} />}
    </div>
  );
}
