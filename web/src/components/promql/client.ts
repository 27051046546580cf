import type { PrometheusClient } from '@prometheus-io/codemirror-promql';

import { nodeName } from './language';

/** What is known about a metric. */
interface MetricFacts {
  type: string;
  help: string;
}

/** Where names and values come from; a selector narrows them. */
export interface PromReads {
  labels: (selector?: string) => Promise<string[]>;
  values: (label: string, selector?: string) => Promise<string[]>;
  metadata: () => Promise<Record<string, MetricFacts[]>>;
  format: (expression: string) => Promise<string>;
}

type Matcher = NonNullable<Parameters<PrometheusClient['labelValues']>[2]>[number];

const signs: Record<string, string> = { EqlSingle: '=', Neq: '!=', EqlRegex: '=~', NeqRegex: '!~' };

/** The completion's questions, asked of our own API. What can't be read is not offered. */
export function clientOf(reads: PromReads): PrometheusClient {
  const values = (label: string, metric?: string, matchers: Matcher[] = []) =>
    orNone(reads.values(label, selectorOf(metric, matchers, label)));
  return {
    labelNames: (metric) => orNone(reads.labels(selectorOf(metric, [], ''))),
    labelValues: values,
    metricNames: () => values('__name__'),
    metricMetadata: () => reads.metadata().catch(() => ({})),
    series: () => Promise.resolve([]),
    flags: () => Promise.resolve({}),
  };
}

async function orNone(read: Promise<string[]>): Promise<string[]> {
  return read.catch(() => []);
}

/** A selector of a metric's series; undefined for all. What names a variable narrows nothing yet. */
function selectorOf(metric = '', matchers: Matcher[], label: string): string | undefined {
  const named = metric === '' || metric.includes('$') ? [] : [`__name__=${quoted(metric)}`];
  const others = matchers
    .filter(({ name, value }) => name !== label && name !== '' && value !== '' && !value.includes('$'))
    .map(({ type, name, value }) => `${labelText(name)}${signs[nodeName(type)] ?? '='}"${value}"`);
  const all = [...named, ...others];
  return all.length === 0 ? undefined : `{${all.join(',')}}`;
}

function labelText(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) || name.startsWith('"') ? name : quoted(name);
}

/** A text as a string of PromQL. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;
}
