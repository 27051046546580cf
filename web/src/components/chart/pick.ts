import type { ChartContent, ChartKind, ChartSeries } from './types';

/** Where in a chart was clicked: at which of its times, and how high. */
export interface Click {
  at: number;
  /** The number at that height of the axis. */
  y: number;
}

/** The series that was meant: the line that is nearest, or the part of the stack. Null where there is nothing. */
export function pickSeries(
  { series }: ChartContent,
  kind: ChartKind,
  hidden: ReadonlySet<string>,
  { at, y }: Click,
): ChartSeries | null {
  const shown = series.filter(({ name, values }) => !hidden.has(name) && (values[at] ?? null) !== null);
  return kind === 'line' ? nearest(shown, at, y) : partAt(shown, at, y);
}

function nearest(shown: ChartSeries[], at: number, y: number): ChartSeries | null {
  const away = ({ values }: ChartSeries) => Math.abs((values[at] ?? 0) - y);
  return shown.reduce<ChartSeries | null>((best, one) => (best === null || away(one) < away(best) ? one : best), null);
}

function partAt(shown: ChartSeries[], at: number, y: number): ChartSeries | null {
  let top = 0;
  for (const one of shown) {
    top += one.values[at] ?? 0;
    if (y <= top) return one;
  }
  return shown.at(-1) ?? null;
}
