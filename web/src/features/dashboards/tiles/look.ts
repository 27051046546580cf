import type { TileColumn, YAxis } from '../../../api/stack.gen';
import type { Scheme } from '../../../colors';
import type { Axes, AxisLook, ChartContent, ChartKind, Threshold } from '../../../components/chart/types';
import type { Formatter } from '../../../number';
import { tokenColor } from '../color';
import { isChart, type ConfigOf, type PromConfigOf, type SqlConfigOf } from '../types';

/** The tiles that are drawn over time. */
export type TimeConfig =
  | ConfigOf<'line' | 'stacked_bar'>
  | SqlConfigOf<'line' | 'stacked_bar'>
  | PromConfigOf<'line' | 'stacked_bar'>;

/** How the series of a tile are drawn. */
export function kindOf(config: TimeConfig): ChartKind {
  if (config.displayType === 'line') return 'line';
  return config.shape === 'area' ? 'area' : 'bars';
}

/** The axes of a tile as a chart draws them. */
export function axesOf(config: TimeConfig): Axes {
  const isFitted = config.displayType === 'line' && config.fitYAxisToData === true;
  return { left: { ...axisOf(config.yAxis), isFitted }, right: axisOf(config.rightYAxis) };
}

function axisOf({ scale, min, max }: YAxis = {}): AxisLook {
  return { isLog: scale === 'log', min, max };
}

/** The lines across a tile. */
export function linesOf({ thresholdLines = [] }: TimeConfig, format: Formatter, scheme: Scheme): Threshold[] {
  return thresholdLines.map(({ value, label = '', color = 'chart-red' }) => ({
    value,
    color: tokenColor(color, scheme),
    label: label === '' ? format(value) : label,
  }));
}

/** The names of values, told apart by letters where several have the same. */
export function distinctNames(columns: TileColumn[]): string[] {
  const names = columns.map(({ name }) => name);
  return names.map((name, at) =>
    names.indexOf(name) === names.lastIndexOf(name)
      ? name
      : `${String.fromCodePoint(65 + (columns[at]?.series ?? at))} ${name}`,
  );
}

/** The series of a tile, each with its axis and the format of its column. */
export function dressed(
  content: ChartContent,
  config: TimeConfig,
  columns: TileColumn[],
  formats: (column: TileColumn | undefined) => Formatter,
): ChartContent {
  const series = content.series.map((one) => {
    const column = columns[one.of?.value ?? 0];
    return { ...one, format: formats(column), ...(isOnRight(config, column) && { isRight: true }) };
  });
  return { ...content, series };
}

function isOnRight(config: TimeConfig, column: TileColumn | undefined): boolean {
  if (config.displayType !== 'line' || !isChart(config) || column === undefined) return false;
  const item = column.formula === undefined ? config.select[column.series ?? -1] : config.formulas?.[column.formula];
  return item?.axis === 'right';
}
