import type { TileContent } from '../../../api/stack.gen';
import { dateTime, dayTime } from '../../../time/format';
import { useZone } from '../../../time/zone';
import { cellsOf } from '../cells';
import { bucketRange } from '../../drill/address';
import { useDrill, type Place } from '../../drill/useDrill';
import { heatItem, heatOf, marksOf, type Heat, type HeatCell } from '../heat';
import type { Scope } from '../scope';
import type { ConfigOf } from '../types';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useFormats } from './useFormats';
import { useTile } from './useTile';

interface HeatmapTileProps {
  name: string;
  config: ConfigOf<'heatmap'>;
  scope: Scope;
}

/** How values are spread, over time. */
export function HeatmapTile({ name, config, scope }: HeatmapTileProps) {
  const tile = useTile(config, scope);
  const open = useDrill();
  const format = useFormats(config)(config);
  const [zone] = useZone();
  const pick =
    (content: TileContent) =>
    ({ column, from, to, count }: HeatCell, place: Place) => {
      const step = content.stepSeconds * 1000;
      const start = Math.floor(scope.span.start / step) * step + column * step;
      const { valueExpression } = heatItem(config);
      open?.(
        {
          name: `${format(from)} to ${format(to)}, ${dateTime(start, zone)}`,
          text: String(count),
          config,
          group: [],
          range: bucketRange(start, step, scope.span),
          condition: { where: `${valueExpression} >= ${from} AND ${valueExpression} < ${to}`, language: 'sql' },
        },
        place,
      );
    };
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {(content) => (
        <Cells
          name={name}
          config={config}
          heat={heatOf(cellsOf(content), content.stepSeconds * 1000, scope.span)}
          onPick={pick(content)}
        />
      )}
    </TileView>
  );
}

interface CellsProps {
  name: string;
  config: ConfigOf<'heatmap'>;
  heat: Heat;
  onPick: (cell: HeatCell, place: Place) => void;
}

function Cells({ name, config, heat, onPick }: CellsProps) {
  const [zone] = useZone();
  const format = useFormats(config)(config);
  const [low, high] = heat.rows;
  const height = high - low + 1;
  return (
    <div className={classes.heatmap}>
      <div className={classes.scale} aria-hidden="true">
        {marksOf(heat).map((value, at) => (
          <span key={at}>{format(value)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${heat.columns.length} ${height}`} preserveAspectRatio="none" role="img" aria-label={name}>
        {heat.cells.map((cell) => {
          const { column, row, from, to, count, share } = cell;
          return (
            <rect
              key={`${column} ${row}`}
              x={column}
              y={high - row}
              width={1.02}
              height={1.02}
              onClick={({ clientX: x, clientY: y }) => onPick(cell, { x, y })}
              fill={`color-mix(in oklab, var(--mantine-primary-color-filled) ${Math.round(12 + share * 88)}%, var(--cairn-panel))`}
            >
              <title>{`${dayTime(heat.columns[column] ?? 0, zone)}\n${format(from)} to ${format(to)}: ${count}`}</title>
            </rect>
          );
        })}
      </svg>
      <div className={classes.times} aria-hidden="true">
        <span>{dayTime(heat.columns[0] ?? 0, zone)}</span>
        <span>{dayTime(heat.columns.at(-1) ?? 0, zone)}</span>
      </div>
    </div>
  );
}
