// Sends one log record, one span and one metric with the OpenTelemetry SDK, each
// over another protocol.
//
// usage: node send.mjs HTTP-ADDRESS GRPC-ADDRESS KEY
import { Metadata } from '@grpc/grpc-js';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';

const [http, grpc, key] = process.argv.slice(2);
const headers = { authorization: `Bearer ${key}` };
const resource = resourceFromAttributes({ 'service.name': 'js' });

const logs = new LoggerProvider({
  resource,
  processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `http://${http}/v1/logs`, headers }) })],
});
logs.getLogger('test').emit({ severityNumber: 9, severityText: 'INFO', body: 'from js', attributes: { n: 1 } });

const traces = new BasicTracerProvider({
  resource,
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `http://${http}/v1/traces`, headers, compression: 'gzip' }))],
});
traces.getTracer('test').startSpan('work').end();

const metadata = new Metadata();
metadata.set('authorization', key);
const metrics = new MeterProvider({
  resource,
  readers: [
    new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter({ url: `http://${grpc}`, metadata }), exportIntervalMillis: 3_600_000 }),
  ],
});
metrics.getMeter('test').createCounter('jobs').add(3);

// A shutdown sends what is left.
await Promise.all([logs.shutdown(), traces.shutdown(), metrics.shutdown()]);
