import { emptyWord } from '../components/signs';
import { colorsOf, severityColor, severityOf, type Scheme } from '../colors';
import type { ChartAnswer } from '../api/telemetry';
import type { ChartPoint } from '../api/stack.gen';
import type { ChartContent, ChartSeries, SeriesOrigin } from '../components/chart/types';
import type { TimeSpan } from '../time/range';

/** How an answer becomes a chart. */
export interface Reading {
  /** The name of each series that was asked for. */
  names: string[];
  span: TimeSpan;
  /** What stands in a bucket without rows: nothing, or zero. */
  gap: null | 0;
  scheme: Scheme;
}

/** The numbers of one bucket and group. */
export interface Cell {
  bucket: number;
  group: string[];
  values: (number | null)[];
}

/** No chart has more buckets; the server refuses more as well. */
const bucketsMax = 20_000;

/** The number of one series at a point; undefined where it has none, or one that is not finite. */
export function numberAt(point: ChartPoint, series: number): number | undefined {
  return (point as unknown as Record<string, number | null | undefined>)[`series_${series}.data`] ?? undefined;
}

/** Turns an answer into series upon one grid of times, the largest groups first. */
export function contentOf(answer: ChartAnswer, reading: Reading): ChartContent {
  const cells = answer.data.map((point) => ({
    bucket: point.ts_bucket,
    group: point.group,
    values: reading.names.map((_, series) => numberAt(point, series) ?? null),
  }));
  return layOut(cells, { ...reading, stepSeconds: answer.meta.stepSeconds });
}

/** Lays cells upon one grid of times, the largest groups first. */
export function layOut(cells: Cell[], reading: Reading & { stepSeconds: number }): ChartContent {
  const times = grid(cells, reading);
  const index = new Map(times.map((time, at) => [time, at]));
  const lines = new Map<string, Line>();
  for (const { bucket, group, values } of cells) {
    const at = index.get(bucket);
    if (at === undefined) continue;
    values.forEach((value, series) => {
      if (value === null) return;
      const name = nameOf(group, series, reading.names);
      const line = lines.get(name) ?? newLine(lines, name, { group, value: series }, times.length, reading.gap);
      line.values[at] = value;
    });
  }
  return { times, series: colored(lines, reading.scheme) };
}

type Line = Pick<ChartSeries, 'values'> & { of: SeriesOrigin };

function newLine(lines: Map<string, Line>, name: string, of: SeriesOrigin, length: number, gap: null | 0): Line {
  const line = { of, values: Array.from({ length }, (): number | null => gap) };
  lines.set(name, line);
  return line;
}

/** All buckets of the span, also those without rows. */
function grid(cells: Cell[], { span, stepSeconds }: { span: TimeSpan; stepSeconds: number }): number[] {
  const step = Math.max(1, stepSeconds) * 1000;
  const anchor = cells[0]?.bucket ?? 0;
  const first = anchor + Math.floor((span.start - anchor) / step) * step;
  const count = Math.min(bucketsMax, Math.floor((span.end - first) / step) + 1);
  return Array.from({ length: Math.max(0, count) }, (_, at) => first + at * step);
}

/** A group is called by its values; the series stands before them when there are several. */
function nameOf(group: string[], series: number, names: string[]): string {
  const own = names[series] ?? `Series ${series + 1}`;
  if (group.length === 0) return own;
  const values = group.map((value) => (value === '' ? emptyWord : value)).join(' · ');
  return names.length > 1 ? `${own}: ${values}` : values;
}

function colored(lines: Map<string, Line>, scheme: Scheme): ChartSeries[] {
  const sorted = [...lines]
    .map(([name, line]) => ({ ...line, name, sum: sumOf(line.values) }))
    .toSorted((one, other) => other.sum - one.sum);
  const names = sorted.map(({ name }) => name);
  const isSeverity = names.length > 0 && names.every((name) => name === emptyWord || severityOf(name) !== null);
  const colors = isSeverity ? names.map((name) => severityColor(name, scheme)) : colorsOf(names, scheme);
  return sorted.map(({ sum: _sum, ...line }, at) => ({ ...line, color: colors[at] ?? '' }));
}

function sumOf(values: (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** The previous period, moved under the current one: thin lines in the same colours. */
export function withPrevious(now: ChartContent, before: ChartContent): ChartContent {
  const colors = new Map(now.series.map(({ name, color }) => [name, color]));
  const shadows = before.series.map(({ of: _of, ...series }) => ({
    ...series,
    name: `${series.name} (before)`,
    isShadow: true,
    color: colors.get(series.name) ?? series.color,
    values: now.times.map((_, at) => series.values[at] ?? null),
  }));
  return { times: now.times, series: [...now.series, ...shadows] };
}
