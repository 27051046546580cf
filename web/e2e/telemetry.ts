import type { Server } from './server';

/** A log record to send. */
export interface SentLog {
  body: string;
  service?: string;
  severity?: string;
  attributes?: Record<string, string>;
  /** Seconds before now. */
  ago?: number;
  traceId?: string;
  spanId?: string;
}

/** A span to send; times are milliseconds after the first instant of the call. */
export interface SentSpan {
  name: string;
  service: string;
  traceId: string;
  id: string;
  parent?: string;
  start: number;
  length: number;
  isServer?: boolean;
  isError?: boolean;
  /** Spans that it names. */
  links?: { traceId: string; spanId: string; attributes?: Record<string, string> }[];
}

const numbers: Record<string, number> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };

function attribute(key: string, value: string) {
  return { key, value: { stringValue: value } };
}

function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}

/** Sends records over OTLP as a sender would, and fails when they are refused. */
export async function sendLogs(server: Server, key: string, logs: SentLog[]): Promise<void> {
  const resourceLogs = logs.map(
    ({ body, service = 'shop', severity = 'info', attributes = {}, ago = 0, traceId, spanId }, at) => ({
      resource: { attributes: [attribute('service.name', service), attribute('host.name', 'stone-1')] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: nanoseconds(Date.now() - ago * 1000 - at),
              severityText: severity,
              severityNumber: numbers[severity] ?? 9,
              body: { stringValue: body },
              attributes: Object.entries(attributes).map(([name, value]) => attribute(name, value)),
              ...(traceId && { traceId }),
              ...(spanId && { spanId }),
            },
          ],
        },
      ],
    }),
  );
  await send(`${server.origin('otlp_http')}/v1/logs`, key, { resourceLogs });
}

/** Sends spans; the first instant is a minute ago. */
export async function sendSpans(server: Server, key: string, spans: SentSpan[]): Promise<void> {
  const began = Date.now() - 60_000;
  const resourceSpans = spans.map(
    ({ name, service, traceId, id, parent, start, length, isServer = true, isError = false, links = [] }) => ({
      resource: { attributes: [attribute('service.name', service)] },
      scopeSpans: [
        {
          spans: [
            {
              traceId,
              spanId: id,
              name,
              kind: isServer ? 2 : 3,
              startTimeUnixNano: nanoseconds(began + start),
              endTimeUnixNano: nanoseconds(began + start + length),
              attributes: [attribute('http.route', name)],
              ...(parent && { parentSpanId: parent }),
              links: links.map((link) => ({
                ...link,
                attributes: Object.entries(link.attributes ?? {}).map(([attributeName, value]) =>
                  attribute(attributeName, value),
                ),
              })),
              ...(isError && {
                status: { code: 2, message: 'card declined' },
                events: [
                  {
                    name: 'exception',
                    timeUnixNano: nanoseconds(began + start + 1),
                    attributes: [attribute('exception.message', 'card declined')],
                  },
                ],
              }),
            },
          ],
        },
      ],
    }),
  );
  await send(`${server.origin('otlp_http')}/v1/traces`, key, { resourceSpans });
}

type MetricKind = 'gauge' | 'sum' | 'histogram' | 'exponential histogram' | 'summary';

/** A metric to send, with a point for each value, a second apart and the last one now. */
export interface SentMetric {
  name: string;
  unit: string;
  values: number[];
  kind?: MetricKind;
  attributes?: Record<string, string>;
  /** The trace in which each value was measured, and a span of it. */
  exemplar?: { traceId: string; spanId: string };
}

/** How OTLP holds a value, by the kind of its metric: distributions have it once. */
const points: Record<MetricKind, { field: string; of: (value: number, at: number) => object; more?: object }> = {
  gauge: { field: 'gauge', of: (value) => ({ asDouble: value }) },
  sum: { field: 'sum', of: (value) => ({ asDouble: value }), more: { isMonotonic: true, aggregationTemporality: 1 } },
  histogram: {
    field: 'histogram',
    of: (value) => ({ count: '1', sum: value, explicitBounds: [value], bucketCounts: ['1', '0'] }),
    more: { aggregationTemporality: 1 },
  },
  'exponential histogram': {
    field: 'exponentialHistogram',
    of: (value) => ({
      count: '1',
      sum: value,
      scale: 0,
      positive: { offset: Math.ceil(Math.log2(value)) - 1, bucketCounts: ['1'] },
    }),
    more: { aggregationTemporality: 1 },
  },
  summary: {
    field: 'summary',
    // Summaries count from the start of their sender.
    of: (value, at) => ({ count: String(at + 1), sum: value * (at + 1), quantileValues: [{ quantile: 0.95, value }] }),
  },
};

/** Sends points of metrics: of counters what they grew by, of others what they are. */
export async function sendMetrics(server: Server, key: string, metrics: SentMetric[]): Promise<void> {
  const sent = metrics.map(({ name, unit, values, kind = 'gauge', attributes = {}, exemplar }) => {
    const { field, of, more } = points[kind];
    const dataPoints = values.map((value, at) => ({
      startTimeUnixNano: nanoseconds(Date.now() - (values.length + 1) * 1000),
      timeUnixNano: nanoseconds(Date.now() - (values.length - at) * 1000),
      attributes: Object.entries(attributes).map(([named, text]) => attribute(named, text)),
      ...of(value, at),
      ...(exemplar && {
        exemplars: [
          { ...exemplar, asDouble: value, timeUnixNano: nanoseconds(Date.now() - (values.length - at) * 1000) },
        ],
      }),
    }));
    return { name, unit, [field]: { dataPoints, ...more } };
  });
  await send(`${server.origin('otlp_http')}/v1/metrics`, key, {
    resourceMetrics: [
      { resource: { attributes: [attribute('service.name', 'shop')] }, scopeMetrics: [{ metrics: sent }] },
    ],
  });
}

async function send(url: string, key: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: key },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}
