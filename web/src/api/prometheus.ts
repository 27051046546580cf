import { read } from './client';
import type { TimeSpan } from '../time/range';

/** Where names of labels and their values are looked for. */
interface Selection {
  span: TimeSpan;
  /** Only those of series that it matches; all when absent. */
  selector?: string | undefined;
}

/** The most names or values that a list for completion holds. */
const namesMax = 10_000;

function selected({ span, selector }: Selection) {
  return {
    start: String(Math.floor(span.start / 1000)),
    end: String(Math.ceil(span.end / 1000)),
    limit: String(namesMax),
    ...(selector !== undefined && { 'match[]': [selector] }),
  };
}

/** The names of labels. */
export async function readLabels(selection: Selection): Promise<string[]> {
  return read('/prometheus/api/v1/labels', { query: selected(selection) });
}

/** The values of a label; those of `__name__` are the metrics. */
export async function readLabelValues(name: string, selection: Selection): Promise<string[]> {
  return read('/prometheus/api/v1/label/{name}/values', { path: { name: escaped(name) }, query: selected(selection) });
}

/** What is known about metrics. */
export async function readMetricMetadata() {
  return read('/prometheus/api/v1/metadata', { query: { limit: String(namesMax), limit_per_metric: '1' } });
}

/** An expression as Prometheus writes it. */
export async function formatExpression(query: string): Promise<string> {
  return read('/prometheus/api/v1/format_query', { query: { query } });
}

/** A name with other signs than words have can't stand in a path as it is. */
function escaped(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  const signs = [...name].map((sign) => {
    if (sign === '_') return '__';
    return /[A-Za-z0-9]/.test(sign) ? sign : `_${(sign.codePointAt(0) ?? 0).toString(16)}_`;
  });
  return `U__${signs.join('')}`;
}
