import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';

import type { BackgroundChart, TileBackground } from '../../../api/stack.gen';
import type { DrawnTile } from '../../../api/telemetry';
import { layOut } from '../../../charting/content';
import { TimeChart } from '../../../components/chart/TimeChart';
import { absoluteRange, type TimeSpan } from '../../../time/range';
import { DrillButton } from '../../drill/DrillButton';
import { cellsOf, columnsOf } from '../cells';
import { colorFor, tokenColor } from '../color';
import type { Scope } from '../scope';
import type { ConfigOf, PromConfigOf, SqlConfigOf } from '../types';
import { fittingSize } from './fittingSize';
import { TileView } from './TileView';
import classes from './tiles.module.css';
import { useFormats } from './useFormats';
import { useTile } from './useTile';

interface NumberTileProps {
  name: string;
  config: ConfigOf<'number'> | SqlConfigOf<'number'> | PromConfigOf<'number'>;
  scope: Scope;
}

/** The course of a number has this share of the tile; a lower tile has no room for it. */
const courseShare = 0.38;
const courseFromPixels = 72;

/** One number over the whole range, in large, with its course below it. */
export function NumberTile(props: NumberTileProps) {
  const tile = useTile(props.config, props.scope);
  return <TileView query={tile}>{(content) => <Large {...props} content={content} />}</TileView>;
}

function Large({ name, config, scope, content }: NumberTileProps & { content: DrawnTile }) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { ref, height, width } = useElementSize<HTMLDivElement>();
  const value = cellsOf(content)[0]?.values[0] ?? null;
  const [column] = columnsOf(content, 'value');
  const format = useFormats(config)(column);
  const range = absoluteRange(scope.span.start, scope.span.end);
  const text = value === null ? missing(content) : format(value);
  const look = 'backgroundChart' in config ? config.backgroundChart : undefined;
  const course = look !== undefined && height >= courseFromPixels ? content.background : undefined;
  const courseHeight = course === undefined ? 0 : height * courseShare;
  const size = fittingSize(text, { width, height: height - courseHeight });
  return (
    <div ref={ref} className={classes.number}>
      <span
        className={classes.figure}
        title={text}
        style={{ fontSize: size, color: value === null ? undefined : colorFor(config, value, scheme) }}
      >
        <DrillButton spot={{ name, text, config, column, group: [], range }}>{text}</DrillButton>
      </span>
      {look !== undefined && course !== undefined && (
        <Course name={name} look={look} course={course} span={scope.span} height={courseHeight} />
      )}
    </div>
  );
}

/** What stands for a number: nothing was found, or what was has no digits. */
function missing({ rows, meta }: DrawnTile): string {
  return rows.length > 0 && meta.nonFinite > 0 ? 'NaN or ∞' : '–';
}

interface CourseProps {
  name: string;
  look: BackgroundChart;
  course: TileBackground;
  span: TimeSpan;
  height: number;
}

function Course({ name, look, course, span, height }: CourseProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const content = useMemo(() => {
    const cells = course.rows.map(([bucket, value]) => ({
      bucket: Number(bucket),
      group: [],
      values: [typeof value === 'number' ? value : null],
    }));
    const drawn = layOut(cells, { names: [name], span, gap: null, scheme, stepSeconds: course.stepSeconds });
    const color = tokenColor(look.color ?? 'chart-gray', scheme);
    return { ...drawn, series: drawn.series.map((series) => ({ ...series, color })) };
  }, [name, look, course, span, scheme]);
  return (
    <div className={classes.course} aria-hidden="true">
      <TimeChart
        label={`${name}, over time`}
        content={content}
        kind={look.type === 'area' ? 'area' : 'line'}
        height={height}
        isBare
      />
    </div>
  );
}
