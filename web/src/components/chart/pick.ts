import type { ChartContent, ChartKind, ChartSeries } from './types';

/** Where in a chart was clicked: at which of its times, and how high. */
export interface Click {
  at: number;
  /** The number at that height of the axis. */
  y: number;
  /** The same on the right axis, where there is one. */
  right?: number;
}

/** The series that was meant: the line that is nearest, or the part of the stack. Null where there is nothing. */
export function pickSeries(
  { series }: ChartContent,
  kind: ChartKind,
  hidden: ReadonlySet<string>,
  { at, y, right = y }: Click,
): ChartSeries | null {
  const shown = series.filter(({ name, values }) => !hidden.has(name) && (values[at] ?? null) !== null);
  return kind === 'line' ? nearest(shown, at, [y, right]) : partAt(shown, at, y);
}

/** Distances on the two axes are compared as shares of the place on them. */
function nearest(shown: ChartSeries[], at: number, [left, right]: [number, number]): ChartSeries | null {
  const away = ({ values, isRight }: ChartSeries) => {
    const y = isRight === true ? right : left;
    return Math.abs((values[at] ?? 0) - y) / (left === right ? 1 : Math.abs(y) || 1);
  };
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
