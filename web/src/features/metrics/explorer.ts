import type { MetricData } from '../../api/prom.gen';
import { counted } from '../../number';
import type { TimeSpan } from '../../time/range';

/** About as many points as a small chart can show. */
const pointsWanted = 120;
const stepMinSeconds = 15;
/** Rates look back over at least so many steps, and so many seconds: some samples have to be in it. */
const windowSteps = 4;
const windowMinSeconds = 300;

/** How far apart the points of a chart are. */
export function stepOf({ start, end }: TimeSpan): number {
  return Math.max(stepMinSeconds, Math.ceil((end - start) / 1000 / pointsWanted));
}

/** What a chart of a metric shows, in words and in PromQL. */
export interface Drawing {
  words: string;
  expr: string;
  /** Its numbers are like those that were measured, as a quantile of them is; rates are not. */
  isMeasured: boolean;
}

const level = 0.95;

/** The chart that says most about a metric of its type. */
export function drawingOf({ name, type }: Pick<MetricData, 'name' | 'type'>, stepSeconds: number): Drawing {
  const range = `[${Math.max(windowMinSeconds, windowSteps * stepSeconds)}s]`;
  const isMeasured = true;
  if (type === 'histogram')
    return {
      isMeasured,
      words: '95th percentile',
      expr: `${quantile(`${name}_bucket`, range)} or histogram_quantile(${level}, sum(rate(${selector(name)}${range})))`,
    };
  if (type === 'counter' && name.endsWith('_bucket'))
    return { isMeasured, words: '95th percentile', expr: quantile(name, range) };
  if (type === 'counter')
    return { isMeasured: false, words: 'Rate per second', expr: `sum(rate(${selector(name)}${range}))` };
  if (type === 'summary') return { isMeasured, words: 'Quantiles', expr: `max by (quantile) (${selector(name)})` };
  return { isMeasured, words: 'Value', expr: selector(name) };
}

function quantile(buckets: string, range: string): string {
  return `histogram_quantile(${level}, sum by (le) (rate(${selector(buckets)}${range})))`;
}

/** A selector of a metric, whose name may have any signs. */
function selector(name: string): string {
  return /^[a-zA-Z_:][a-zA-Z0-9_:]*$/.test(name) ? name : `{${JSON.stringify(name)}}`;
}

/** The metrics that have all words of a text in one of their names or their help. */
export function found(metrics: MetricData[], text: string): MetricData[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return metrics;
  return metrics.filter(({ name, original = '', help }) => {
    const all = `${name} ${original} ${help}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** What a metric is, where there is no room for columns: its type, its unit if it has one, and how many series it has. */
export function aboutSeries({ type, unit, series }: Pick<MetricData, 'type' | 'unit' | 'series'>): string {
  return [type, unit, counted(series, 'series', 'series')].filter(Boolean).join(' · ');
}

/** The name of a series: its labels but the metric's name. */
export function seriesName(labels: Record<string, string>): string {
  return Object.entries(labels)
    .filter(([label]) => label !== '__name__')
    .map(([label, value]) => `${label}=${value}`)
    .join(' ');
}
