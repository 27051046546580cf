import type { ExemplarData } from '../../api/prom.gen';
import type { ChartContent, ChartSeries, Exemplar } from '../../components/chart/types';
import { short } from '../../number';
import { seriesName } from './explorer';
import type { Matrix } from './seriesQueries';

/** More marks would hide the lines. */
const shownMax = 300;

/** Where exemplars are drawn, and how. */
interface Drawn {
  series: Matrix[];
  content: ChartContent;
  /** The numbers of the chart are like those of the exemplars. */
  isMeasured: boolean;
  /** Of those whose series is not known. */
  color: string;
}

/** The exemplars of an expression that lead to a trace, as its chart draws them: the greatest ones. */
export function exemplarsOf(found: ExemplarData[], drawn: Drawn): Exemplar[] {
  return found
    .flatMap((one) => {
      const series = seriesOf(one.seriesLabels, drawn);
      return one.exemplars.flatMap((point) => exemplarOf(point, one.seriesLabels, series, drawn) ?? []);
    })
    .toSorted((one, other) => other.value - one.value)
    .slice(0, shownMax);
}

function exemplarOf(
  { labels, timestamp, value: text }: ExemplarData['exemplars'][number],
  seriesLabels: Record<string, string>,
  series: ChartSeries | undefined,
  { isMeasured, color }: Drawn,
): Exemplar | null {
  const { trace_id: trace, span_id: span, ...others } = labels;
  const value = Number(text);
  if (trace === undefined || trace === '' || !Number.isFinite(value)) return null;
  return {
    key: `${JSON.stringify(seriesLabels)} ${trace} ${timestamp}`,
    time: timestamp * 1000,
    value,
    isValue: isMeasured,
    color: series?.color ?? color,
    title: short(value),
    facts: [['Trace', trace], ...Object.entries({ ...seriesLabels, ...others }).toSorted()],
    to: `/traces/${trace}`,
    search: span === undefined ? {} : { span },
    ...(series !== undefined && { series: series.name }),
  };
}

/** The series that is made of one with these labels: it has all of its own labels of it. */
function seriesOf(from: Record<string, string>, { series, content }: Drawn): ChartSeries | undefined {
  const made = series.find(({ metric }) =>
    Object.entries(metric).every(([name, value]) => name === '__name__' || name === 'le' || from[name] === value),
  );
  if (made === undefined) return undefined;
  const name = seriesName(made.metric);
  return content.series.find(({ of }) => (of?.group[0] ?? '') === name);
}
