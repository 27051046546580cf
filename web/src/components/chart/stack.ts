import type { ChartSeries } from './types';

type Values = (number | null)[];

/** Puts each series upon the ones before it; a gap counts as nothing. */
export function stackUp(series: ChartSeries[]): Values[] {
  const below: number[] = [];
  return series.map(({ values }) =>
    values.map((value, at) => {
      below[at] = (below[at] ?? 0) + (value ?? 0);
      return value === null ? null : below[at];
    }),
  );
}

/** The numbers that a legend shows of a series. */
export interface Summary {
  min: number | null;
  avg: number | null;
  max: number | null;
  last: number | null;
  sum: number;
}

/** Summarises a series; gaps don't count. */
export function summarize(values: Values): Summary {
  let [count, sum, avg] = [0, 0, 0];
  let [min, max, last]: [number | null, number | null, number | null] = [null, null, null];
  for (const value of values) {
    if (value === null) continue;
    count += 1;
    sum += value;
    // The sum of numbers that there are may be one that there is not; their average is.
    avg += value / count - avg / count;
    min = min === null || value < min ? value : min;
    max = max === null || value > max ? value : max;
    last = value;
  }
  return { min, avg: count === 0 ? null : Number.isFinite(sum) ? sum / count : avg, max, last, sum };
}
