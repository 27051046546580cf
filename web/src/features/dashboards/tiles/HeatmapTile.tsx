import { useMemo } from 'react';

import type { TileContent } from '../../../api/stack.gen';
import { Heatmap } from '../../../components/chart/Heatmap';
import { heatOf, type HeatCell } from '../../../components/chart/heat';
import { dateTime } from '../../../time/format';
import { useZone } from '../../../time/zone';
import { bucketRange } from '../../drill/address';
import { useDrill, type Place } from '../../drill/useDrill';
import { cellsOf, columnsOf } from '../cells';
import { heatItem } from '../heat';
import type { Granularity, Scope } from '../scope';
import { isPromQL, type ConfigOf, type PromConfigOf } from '../types';
import { TileView } from './TileView';
import { useFormats } from './useFormats';
import { useTile } from './useTile';

interface HeatmapTileProps {
  name: string;
  config: ConfigOf<'heatmap'> | PromConfigOf<'heatmap'>;
  scope: Scope;
  /** Width of its columns. */
  granularity?: Granularity;
}

/** How values are spread, over time. */
export function HeatmapTile(props: HeatmapTileProps) {
  const tile = useTile(props.config, props.scope, props.granularity);
  return (
    <TileView query={tile} isEmpty={({ rows }) => rows.length === 0}>
      {(content) => <Cells {...props} content={content} />}
    </TileView>
  );
}

function Cells({ name, config, scope, content }: HeatmapTileProps & { content: TileContent }) {
  const open = useDrill();
  const [zone] = useZone();
  const formats = useFormats(config);
  const format = useMemo(
    () => formats(columnsOf(content, 'value').find(({ name: column }) => column === 'from')),
    [formats, content],
  );
  const { valueExpression, heatmapScaleType } = heatItem(config);
  const isBounded = isPromQL(config);
  const heat = useMemo(
    () =>
      heatOf(cellsOf(content), content.stepSeconds * 1000, scope.span, {
        isLog: heatmapScaleType !== 'linear',
        isBounded,
      }),
    [content, scope.span, heatmapScaleType, isBounded],
  );
  const pick = ({ column, from, to, count }: HeatCell, place: Place) => {
    const start = heat.columns[column] ?? 0;
    open?.(
      {
        name: `${format(from)} to ${format(to)}, ${dateTime(start, zone)}`,
        text: String(count),
        config,
        group: [],
        range: bucketRange(start, heat.stepMs, scope.span),
        condition: { where: `${valueExpression} >= ${from} AND ${valueExpression} < ${to}`, language: 'sql' },
      },
      place,
    );
  };
  // What is in a bucket of a histogram can't be asked for.
  const onPick = open === null || isBounded ? undefined : pick;
  return (
    <Heatmap
      label={name}
      heat={heat}
      noun={isBounded ? 'observation' : 'span'}
      format={(value) => (value === Infinity ? '∞' : format(value))}
      onPick={onPick}
    />
  );
}
