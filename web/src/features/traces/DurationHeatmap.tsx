import { useMemo } from 'react';

import type { Source } from '../../api/stack.gen';
import type { DrawnTile } from '../../api/telemetry';
import { Heatmap } from '../../components/chart/Heatmap';
import { boxOf as boxOfCell, heatOf, type HeatBox } from '../../components/chart/heat';
import { duration } from '../../time/format';
import type { TimeSpan } from '../../time/range';
import { cellsOf } from '../dashboards/cells';
import { unnarrowed } from '../dashboards/scope';
import { TileView } from '../dashboards/tiles/TileView';
import { useTile } from '../dashboards/tiles/useTile';
import type { ConfigOf } from '../dashboards/types';
import { nanoseconds } from '../services/source';
import type { TracesState } from './state';
import classes from './traces.module.css';
import { boxOf, durationOf, errorWhere, heatWhere } from './where';

interface DurationHeatmapProps {
  source: Source;
  span: TimeSpan;
  state: TracesState;
  onBox: (box: HeatBox) => void;
}

/** How long the spans took that are asked for, over time; a drag selects some of them. */
export function DurationHeatmap(props: DurationHeatmapProps) {
  const { source, span, state } = props;
  const scope = useMemo(() => unnarrowed(span), [span]);
  const all = useTile(configOf(source, state, heatWhere(state)), scope);
  const errors = useTile(configOf(source, state, errorWhere(state)), scope);
  return (
    <section className={classes.heat} aria-label="Durations">
      <TileView query={all} isEmpty={({ rows }) => rows.length === 0}>
        {(content) => <Cells {...props} content={content} errors={errors.data} />}
      </TileView>
    </section>
  );
}

function configOf(source: Source, { lang }: TracesState, where: string): ConfigOf<'heatmap'> {
  return {
    displayType: 'heatmap',
    sourceId: source.id,
    where,
    whereLanguage: lang,
    select: [{ valueExpression: durationOf(source), heatmapScaleType: 'log' }],
  };
}

interface CellsProps extends DurationHeatmapProps {
  content: DrawnTile;
  errors: DrawnTile | undefined;
}

function Cells({ source, span, state, onBox, content, errors }: CellsProps) {
  const heat = useMemo(() => {
    const failed = errors?.stepSeconds === content.stepSeconds ? cellsOf(errors) : [];
    return heatOf(cellsOf(content), content.stepSeconds * 1000, span, { errors: failed });
  }, [content, errors, span]);
  const box = useMemo(() => boxOf(state, source, span), [state, source, span]);
  const format = useMemo(() => (value: number) => duration(nanoseconds(value, source)), [source]);
  return (
    <Heatmap
      label="Durations over time"
      heat={heat}
      noun="span"
      format={format}
      box={box}
      onBox={onBox}
      onPick={(cell) => onBox(boxOfCell(heat, cell))}
    />
  );
}
