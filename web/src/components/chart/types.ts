import type { Formatter } from '../../number';

/** Which of the numbers that were asked for a series holds. */
export interface SeriesOrigin {
  group: string[];
  /** The place of the value among those that were asked for. */
  value: number;
}

/** One line, area or row of bars. */
export interface ChartSeries {
  /** Unique within the chart. */
  name: string;
  color: string;
  /** A number for each time; null is a gap. */
  values: (number | null)[];
  /** What the numbers are of; the previous period has none. */
  of?: SeriesOrigin;
  /** Drawn thin and dashed: the previous period. */
  isShadow?: boolean;
  /** Drawn on the right axis; lines alone can be. */
  isRight?: boolean;
  /** How its numbers are written; as those of the chart when absent. */
  format?: Formatter;
}

/** Numbers over time, as charts draw them. */
export interface ChartContent {
  /** Epoch milliseconds, ascending. */
  times: number[];
  series: ChartSeries[];
}

/** How a chart draws its series; areas and bars are stacked. */
export type ChartKind = 'line' | 'area' | 'bars';

/** The scale of an axis; its ends are as the data needs where they are absent. */
export interface AxisLook {
  isLog?: boolean;
  /** Begins near the least number rather than at zero. */
  isFitted?: boolean;
  min?: number | undefined;
  max?: number | undefined;
}

/** The axes of a chart. */
export interface Axes {
  left?: AxisLook;
  right?: AxisLook;
}

/** A dashed line across the chart. */
export interface Threshold {
  value: number;
  color: string;
  label?: string;
}

/** A measured value that leads somewhere: a mark over the series, and a link. */
export interface Exemplar {
  /** Unique within the chart. */
  key: string;
  /** Epoch milliseconds. */
  time: number;
  value: number;
  /** The numbers of the chart are like the value, so that it has a place on their axis. */
  isValue: boolean;
  /** The name of its series; absent where that is not known. */
  series?: string;
  color: string;
  /** The value as it is written. */
  title: string;
  /** What else is known of it: names and values. */
  facts: [string, string][];
  /** The page that it leads to. */
  to: string;
  search: Record<string, string>;
}

/** A span of time with a tinted ground, such as one in which an alert fired. */
export interface Band {
  from: number;
  to: number;
  color: string;
}
