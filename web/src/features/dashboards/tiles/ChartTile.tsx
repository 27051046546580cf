import type { Band, Threshold } from '../../../components/chart/types';
import { columnsOf } from '../cells';
import type { Granularity, Scope } from '../scope';
import { CellTable } from './CellTable';
import type { TimeConfig } from './look';
import { TileView } from './TileView';
import { TimeDrawing } from './TimeDrawing';
import { useTile } from './useTile';

interface ChartTileProps {
  name: string;
  config: TimeConfig;
  scope: Scope;
  thresholds?: Threshold[];
  bands?: Band[];
  /** Width of the buckets; as the range allows when absent. */
  granularity?: Granularity;
  onZoom?: (start: number, end: number) => void;
}

/** Numbers over time, as lines or stacked. */
export function ChartTile({ granularity, ...props }: ChartTileProps) {
  const { name, config, scope } = props;
  const tile = useTile(config, scope, granularity);
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {(shown) =>
        columnsOf(shown, 'time').length === 0 ? (
          <CellTable name={name} content={shown} />
        ) : (
          <TimeDrawing {...props} shown={shown} />
        )
      }
    </TileView>
  );
}
